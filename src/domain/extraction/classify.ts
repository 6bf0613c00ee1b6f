import {
	ECONOMY,
	EDUCATION,
	ENVIRONMENT,
	FOREIGN_POLICY,
	GOVERNANCE,
	HEALTHCARE,
	SOCIAL,
} from './category-words.ts'
import { entriesOf, type Found, findPhrases, phraseSet, phrases, standsAt } from './phrases.ts'
import { type PolicyCategory, STOPWORDS, type Token, tokensOf } from './text.ts'

interface Sign {
	readonly category: PolicyCategory
	readonly weight: number
}

const WEIGHTS = { core: 5, strong: 3, medium: 1.5, weak: 0.5 } as const
/** Bonus for entries of several words, which are more specific. */
const PHRASE = 1.3

const LEXICONS: Readonly<Record<PolicyCategory, Readonly<Record<keyof typeof WEIGHTS, string>>>> = {
	ECONOMY,
	HEALTHCARE,
	EDUCATION,
	ENVIRONMENT,
	SOCIAL,
	FOREIGN_POLICY,
	GOVERNANCE,
}
const CATEGORIES = Object.keys(LEXICONS) as PolicyCategory[]

const signs = function* (): Generator<readonly [string, Sign]> {
	for (const category of CATEGORIES) {
		for (const tier of ['core', 'strong', 'medium', 'weak'] as const) {
			for (const entry of new Set(entriesOf(LEXICONS[category][tier]))) {
				const weight = WEIGHTS[tier] * (tier !== 'core' && entry.includes(' ') ? PHRASE : 1)
				yield [entry, { category, weight }]
			}
		}
	}
}
const LEXICON = phrases(signs())

/** Start of a subordinate part that gives a purpose or an example: weaker evidence than the main clause. */
const ASIDE = phraseSet(
	`so that, in order to, because, which, who, whose, where, such as, especially, particularly, in particular, for example, e g, ensuring, allowing, enabling, despite, although, rather than, instead of, regardless of, like`,
)
const ASIDE_WEIGHT = 0.6

export type Topics = Readonly<Record<PolicyCategory, number>>

const noTopics = (): Record<PolicyCategory, number> => ({
	ECONOMY: 0,
	HEALTHCARE: 0,
	EDUCATION: 0,
	ENVIRONMENT: 0,
	SOCIAL: 0,
	FOREIGN_POLICY: 0,
	GOVERNANCE: 0,
})

const asideFrom = (tokens: readonly Token[]): number => {
	const at = tokens.findIndex((_, index) => index > 3 && standsAt(ASIDE, tokens, index))
	return at < 0 ? tokens.length : at
}

const weigh = (tokens: readonly Token[]): { found: Found<Sign>; weight: number }[] => {
	const aside = asideFrom(tokens)
	const seen = new Map<string, number>()
	return findPhrases(LEXICON, tokens).map((found) => {
		const key = `${found.value.category} ${found.text}`
		const times = seen.get(key) ?? 0
		seen.set(key, times + 1)
		const place = found.at >= aside ? ASIDE_WEIGHT : 1
		return { found, weight: (found.value.weight * place) / 2 ** times }
	})
}

/** Discount of each further term of a category: related terms are not independent evidence. */
const FURTHER = 0.5

export const topicsOf = (text: string): Topics => {
	const topics = noTopics()
	const shares = { ...noTopics() }
	const found = weigh(tokensOf(text)).toSorted((a, b) => b.weight - a.weight)
	for (const { found: sign, weight } of found) {
		const { category } = sign.value
		topics[category] += weight * FURTHER ** shares[category]++
	}
	return topics
}

/** Weight of the strongest category; 0 if the text has no policy topic. */
export const topicality = (topics: Topics): number => Math.max(...Object.values(topics))

export interface Context {
	readonly heading?: Topics | null
	readonly leadIn?: Topics | null
	readonly neighbours?: readonly Topics[]
}

// Weights of the context. They count more the less clear the sentence itself is.
const HEADING = { share: 3, most: 12 }
const LEAD_IN = { share: 0.8, most: 4 }
const NEIGHBOUR = { share: 0.3, most: 1.5 }
/** Weight of a single category at which the topic is certain. */
const ENOUGH = 5

const add = (
	sum: Record<PolicyCategory, number>,
	topics: Topics | null | undefined,
	{ share, most }: { share: number; most: number },
): void => {
	if (!topics) return
	for (const category of CATEGORIES) sum[category] += Math.min(most, share * topics[category])
}

const rank = (sum: Topics): { first: PolicyCategory; lead: number; total: number } => {
	const [first = FALLBACK, second = FALLBACK] = CATEGORIES.toSorted((a, b) => sum[b] - sum[a])
	if (sum[first] === 0) return { first: FALLBACK, lead: 0, total: 0 }
	const enough = Math.min(1, sum[first] / ENOUGH)
	return { first, lead: ((sum[first] - sum[second]) / sum[first]) * enough, total: sum[first] }
}

export interface Classification {
	readonly category: PolicyCategory
	readonly confidence: number
	readonly words: readonly string[]
}

/** Default category without any evidence, as in the wizard's form. */
const FALLBACK: PolicyCategory = 'GOVERNANCE'

/** Terms that support a category (or any), as written in the text, strongest first. */
export const topicWords = (text: string, category: PolicyCategory | null = null): string[] => {
	const tokens = tokensOf(text)
	const found = weigh(tokens).filter(({ found, weight }) =>
		category === null ? weight >= WEIGHTS.medium : found.value.category === category,
	)
	const matched = found
		.toSorted((a, b) => b.weight - a.weight)
		.map(({ found: { at, length } }) =>
			tokens
				.slice(at, at + length)
				.map(({ word }) => word)
				.join(' '),
		)
	return [...new Set(matched)].slice(0, 5)
}

const POINTS_BACK =
	/^(?:and |but |so )?(?:this|these|it|they|those|that|such|instead|therefore|however)\b/iu
// Minimum share of the context, and its share if the sentence refers back.
const LEAST = 0.2
const BACK = 0.8

export const classify = (text: string, context: Context = {}): Classification => {
	const sum = { ...topicsOf(text) }
	const open = Math.max(POINTS_BACK.test(text) ? BACK : LEAST, 1 - rank(sum).lead)
	const scaled = ({ share, most }: { share: number; most: number }) => ({
		share: share * open,
		most: most * open,
	})
	add(sum, context.heading, scaled(HEADING))
	add(sum, context.leadIn, scaled(LEAD_IN))
	for (const neighbour of context.neighbours ?? []) add(sum, neighbour, scaled(NEIGHBOUR))
	const { first, lead } = rank(sum)
	return {
		category: first,
		confidence: Math.round(100 * lead) / 100,
		words: topicWords(text, first),
	}
}

/** Praising, blaming or alarming words: not neutral. */
export const LOADED = phraseSet(
	`abhorrent, abysmal, absurd, alarming*, amazing, appalling*, arrogan*, atrocious, awesome, backward, bankrupting, barbaric, beautiful, betray*, bigot*, bigotry, blatant*, bloated, bogus, bold, boldly, botched, brave*, brilliant*, broken,
		brutal*, bungl*, burdensome, callous*, catastroph*, chaos, chaotic, cheat*, clueless, commonsense, common sense, complacent*, con, corrupt, cowardly, crazy, crippling, crooked, cronies, crony, cruel*, crush*, damning, dangerous*, decimat*, deplorable*,
		desperate*, despicable, destroy*, devastat*, devious, dire, dirty, disast*, disgrac*, disgust*, dishonest*, dismal, draconian, draining, dreadful*, dumb, elite, elites, elitist, evil, exorbitant*, extraordinary, extreme, extremist, failed, failing, fake, fantastic, fascis*, fat cat*, fatal, fearless*, filthy,
		flood of, forgotten, frightening, gigantic, glorious, gold plated, great, greatest, greed*, gutless, hardworking, hard working, hard earned, hateful, heartless*, heinous, heroic, hopeless, horrendous, horrible, horrific, hypocri*, idiot*, ideologue*, ignorant, illegals, immoral*,
		inept, incompeten*, incredible, indecent, infest*, inhuman*, insane, insult*, invasion of, job killing, kill jobs, kleptocra*, lazy, liar*, lies, lunatic*, lying, madness, magnificent, mania, massive, mess, mindless, miserabl*, misguided, mob, monstrous, moronic, murderous, nanny state, nasty, nightmar*,
		nonsense, notorious, obscene, obsess*, onslaught, outdated, outrag*, parasit*, pathetic, patriotic, perverse*, plague*, plunder*, precious, predatory, prosperous, pro death, proud*, punishing, radical, radicals, rampant, ravag*, real americans, reckless*, reckon, regime of, ridicul*, rigged, rip off, robbing, rogue, rotten, ruin*, ruthless*, sabotag*,
		sacred, savage*, scandal*, scaremonger*, scheming, scourge, selfish*, senseless*, shambl*, shame, shameful*, shocking*, shoddy, sick of, sinister, skyrocket*, slaughter of, slave to, sleaz*, sneaky, snowflake*, so called, soft on crime, sold out, sensible, spectacular, squander*, staggering, steal, stealing, strangl*, stupid*,
		suffocat*, superb, surrender*, swamp, swarm*, sweetheart deal*, swingeing, terrible, terrific, terrifying, thug*, tough on crime, toxic culture, tragic, traitor*, treacher*, treason*, tremendous*, tyranni*, tyranny, ugly, unaccountable elite*, unacceptable, un american, unbelievabl*, unconscionable, undemocratic, unelected bureaucrat*, unfair*, unjust*, unjustified, unpatriotic, unprecedented, urgent*,
		vicious*, vile, vital*, war on, wasteful, weak on, wicked, wiped out, woke, wonderful, world class, worst, wreck*, wrecking`,
)

/** Loaded words that can be removed without changing the demand. */
export const DROPPABLE = phraseSet(
	`absolutely, appalling, arrogant, awful, badly needed, barbaric, bloated, blatantly, bold, boldly, brave, bravely, brutal, callous, catastrophic, commonsense, common sense, crazy, crippling, cruel, damaging, deeply, desperately needed, desperately, devastating, disastrous, disgraceful, disgusting, draconian, dreadful, extraordinary,
		finally, frankly, greedy, hard working, hardworking, hard earned, heartless, honestly, horrible, horrific, immoral, incompetent, incredible, incredibly, insane, ludicrous, magnificent, misguided, much needed, nonsensical, obscene, outdated, outrageous, pathetic, precious, proudly, punishing, reckless, ridiculous, rotten, ruthless, savage, scandalous, shameful, shocking,
		simply, so called, spectacular, stupid, swingeing, terrible, tragic, tremendous, truly, unbelievable, unconscionable, urgently, vicious, vile, vitally, wasteful, wicked, wonderful, of course, once and for all, as ever, quite simply, at long last`,
)

/** Words that leave the action open. */
export const VAGUE = phraseSet(
	`appropriate*, adequate*, as needed, as appropriate, better, some, various, several, where possible, where appropriate, wherever possible, if possible, as far as possible, reasonabl*, suitable, proper, properly, meaningful*, robust, holistic, strategic, effective*, significant*, substantial*, vibrant, thriving, stronger, brighter, world class, best practice, common good, american dream, values, prosper*, opportunit*, fair share, fairness, fairer, modern, modernis*, sensible, balanced, responsibl*, innovative, dynamic, resilien*, flourish*, issues, things, ways, more, everything, anything, something, great, greater, good, future`,
)
/** Words that weaken a commitment. */
export const HEDGES = phraseSet(
	`seek to, aim to, aims to, hope to, try to, trying to, strive to, look to, look at, look into, work to, work towards, work toward, explore, consider, considering, examine, review, encourage*, promote, promoting, may, might, could, in principle, ideally, over time, in due course, when resources allow, eventually, gradually, where possible, wherever possible, intend to, endeavour, endeavor, potentially, perhaps, push for, help to, support efforts, raise awareness, awareness`,
)
export const MECHANISMS = phraseSet(
	`law, laws, legislat*, act, bill, statut*, regulat*, ban, bans, banned, banning, prohibit*, outlaw*, mandat*, require*, requir*, compulsory, tax, taxes, taxed, taxing, levy, tariff*, subsid*, grant, grants, fund, funded, funding, invest*, budget, spend*, abolish*, repeal*, scrap, replace*, create, establish*, set up, introduc*, build*, hire, hiring, recruit*, licens*, permit*, cap, caps, capped, limit, limits, quota, target, targets, tribunal, commission, agency, regulator, ombudsman, register, audit, referendum, vote, amend*, constitution*, treaty, sanction*, penalt*, fine, fines, voucher*, credit, credits, rebate*, insurance, program*, scheme, system, pilot, reinstat*, restor*, cut, cuts, raise, increase, reduce, end, close, nationalis*, privatis*, devolve*, extend, expand`,
)
export const FUNDING = phraseSet(
	`paid for by, funded by, financed by, funded through, paid by, by taxing, by raising, by ending, by closing, by cutting, by increasing taxes, from general taxation, covered by, revenue*, from savings, levied on, a levy on, a tax on`,
)
export const PRIORITY = phraseSet(
	`first priority, top priority, highest priority, number one, priority, priorities, prioritise, prioritize, most important, above all, first act, day one, first day, first 100 days, immediately, urgent*, emergency, crisis, critical, guarantee*, fundamental, never again, at the heart of, cornerstone, flagship, once in a generation`,
)
export const SCOPE = phraseSet(
	`all, every, everyone, everybody, universal, nationwide, national, nationally, statewide, citywide, countrywide, across the country, across the state, across the city, whole, entire, each, no one, nobody`,
)
export const GREAT_CHANGE = phraseSet(
	`abolish*, ban, banned, outlaw*, right to, constitution*, nationalis*, privatis*, independence, withdraw from, leave the, referendum, repeal*, double, triple, halve, net zero, war, free at the point of`,
)
export const SMALL_CHANGE = phraseSet(
	`pilot, review, explore, consider, consult*, examine, study, feasibility, encourage*, raise awareness, look into, look at, recognise, celebrate, commemorate`,
)
export const CONDITIONS = phraseSet(
	`if, unless, except, provided that, providing, subject to, in cases where, only where, only when, where applicable, as long as, so long as, depending on, in the event, in case, whether, conditional*, until, otherwise, notwithstanding, pursuant to, in accordance with`,
)
export const ABSOLUTES = phraseSet(
	`always, never, nobody, no one, everyone knows, only, completely, totally, absolutely, utterly, entirely, ever, every single, worst, best ever, clearly, obviously, undoubtedly`,
)

const MOST = 5

/** Up to five keywords from a statement: topic terms first, then the longest other words. */
export const keywordsOf = (statement: string): string[] => {
	const topics = topicWords(statement)
	const taken = new Set(topics.flatMap((words) => words.split(' ')))
	const others = tokensOf(statement)
		.map(({ word }) => word)
		.filter(
			(word) => word.length > 4 && !STOPWORDS.has(word) && !taken.has(word) && !/\d/.test(word),
		)
		.toSorted((a, b) => b.length - a.length)
	return [...new Set([...topics, ...others])].slice(0, MOST)
}
