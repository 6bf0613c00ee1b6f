import { topicWords } from './classify.ts'
import { isDeed } from './clauses.ts'
import { entriesOf } from './phrases.ts'
import { STOPWORDS } from './stopwords.ts'

/** Last names that statements have as words: what is built, grown, paid and done, how it is, where, and by whom. */
const WORDS = new Set(
	entriesOf(`
	abbey, alder, archer, ash, baker, ball, banks, barber, barn, barnes, bass, bay, beach, bean, bear, beck, bell, berry, best, bible, bird, birch, bishop, black, blood, bloom, blossom, blue, blunt, bond, bone, book, booth,
	bowl, bowler, bowman, box, brand, bread, bridge, bridges, bright, brook, brooks, brown, buck, bull, burn, burns, bush, butcher, butler, cage, camp, cane, cannon, carpenter, carter, case, cash, castle, chance, chandler, chase,
	child, church, clay, clerk, coal, coates, cole, cook, cooper, corn, cotton, counts, court, cox, craft, crane, cross, crow, crown, curry, dale, dance, dean, dear, dial, drake, driver, drummond, duke, dyer, early, east, english, faith,
	falls, farmer, farrow, favor, field, fielder, fields, finch, fish, fisher, flint, flood, flower, flowers, floyd, foot, ford, foreman, forest, forester, foster, fountain, fowler, fox, frank, free, freeman, friend, frost, fuller, gamble,
	gardener, gardiner, garland, gates, gay, glass, glover, gold, golden, good, goodman, goose, grace, grain, grant, gray, green, greene, grey, grove, groves, guy, hale, hall, ham, hammer, hand, hands, hardy, harvest, haven, hawk, hay, hayes, head,
	healer, heath, hedges, hill, hills, holder, hood, hook, hope, horn, horne, house, houses, hunt, hunter, hurt, hyde, ice, joiner, joy, judge, just, keen, kent, key, keys, king, kitchen, knight, ladd, lake, lakes, lamb, land, lane, large, law, laws,
	leach, leader, leaf, light, lilly, lily, little, lock, long, love, low, lowe, major, mane, manner, mark, marks, marsh, marshall, martin, mason, masters, mead, meadow, meadows, mercer, miles, mill, miller, mills, miner, mint, moon, moore, moss,
	mayor, nail, neighbors, neighbours, newman, night, noble, north, oak, oaks, page, paine, painter, palmer, paper, park, parker, parks, parson, parsons, party, patch, peace, peacock, pearl, penny, pepper, perch, peters, piper, pitt, place, plant, plum, pole, pool,
	poole, poor, pope, porter, post, potter, potts, pound, power, powers, pratt, presley, price, priest, prince, prior, proper, purse, quick, rain, rains, ranger, ray, read, reader, reed, reeves, rice, rich, richer, ridge, ring, rings, river, rivers,
	roach, road, roads, robin, rock, rood, rose, ross, rush, rust, ruth, saddler, safe, sage, salmon, salt, sand, sands, sawyer, school, sea, seal, seals, self, senior, service, sexton, shade, sharp, shaw, shepherd, shield, shields, ship, shore,
	short, silk, silver, singer, slater, small, smart, snow, snyder, soldier, sparks, speed, spence, spring, squire, stamp, star, steel, steele, stern, steward, stock, stocks, stone, storey, storm, story, stout, street, strong, summer, summers,
	swan, sweet, swift, tailor, tanner, teller, temple, thorn, thorne, tiller, town, townsend, trainer, tree, trees, trip, turner, tyler, vale, valley, vance, vine, violet, wade, waggoner, wagner, walker, wall, walls, ward, warden, warner, warren,
	water, waters, watts, way, weaver, webb, weeks, weir, wells, west, wheat, wheeler, whistler, white, whole, wild, wilder, will, wills, winner, winter, winters, wise, wolf, wolfe, wood, woodman, woods, woodward, woolf, work, workman, worth, wright,
	yard, young`),
)
/** Last names that are names of something else too, and so have their capital whatever is meant. */
const NAMES = new Set(
	entriesOf(
		`january, february, march, april, may, june, july, august, september, october, november, december, monday, friday, saturday, sunday, easter, christmas, christian, african, american, asian, british, dutch, english, french, german, greek, indian, irish, roman,
		scottish, spanish, welsh, africa, america, australia, austin, bath, berkeley, berlin, boston, brazil, britain, california, carolina, chad, chester, cleveland, columbia, cuba, dakota, dallas, denver, derby, detroit, durham, england, europe, florida, france,
		geneva, georgia, holland, houston, hudson, india, ireland, israel, jackson, jefferson, jersey, jordan, kansas, kent, kenya, lancaster, lebanon, lincoln, london, madison, melbourne, memphis, mexico, milan, milton, montana, nevada, newton, oxford, paris, phoenix,
		poland, preston, richmond, rome, scotland, somerset, stafford, sydney, texas, victoria, virginia, wales, warwick, washington, wellington, wembley, york`,
	),
)

/** What a last name may be taken for where it stands alone. */
export type Mistakable = 'word' | 'name' | null

/** Whether a last name, in lower case, is an everyday word or the name of something else as well. */
export const mistakable = (last: string): Mistakable => {
	if (NAMES.has(last)) return 'name'
	const isWord =
		last.length < 3 ||
		WORDS.has(last) ||
		STOPWORDS.has(last) ||
		isDeed(last) ||
		topicWords(last).length > 0
	return isWord ? 'word' : null
}
