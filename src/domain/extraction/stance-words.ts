import { phraseSet } from './phrases.ts'

/** Words that praise, blame or frighten: a statement with one is not neutral. */
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

/** Loaded words that can be left out of a sentence without changing what is to be done. */
export const DROPPABLE = phraseSet(
	`absolutely, appalling, arrogant, awful, badly needed, barbaric, bloated, blatantly, bold, boldly, brave, bravely, brutal, callous, catastrophic, commonsense, common sense, crazy, crippling, cruel, damaging, deeply, desperately needed, desperately, devastating, disastrous, disgraceful, disgusting, draconian, dreadful, extraordinary,
		finally, frankly, greedy, hard working, hardworking, hard earned, heartless, honestly, horrible, horrific, immoral, incompetent, incredible, incredibly, insane, ludicrous, magnificent, misguided, much needed, nonsensical, obscene, outdated, outrageous, pathetic, precious, proudly, punishing, reckless, ridiculous, rotten, ruthless, savage, scandalous, shameful, shocking,
		simply, so called, spectacular, stupid, swingeing, terrible, tragic, tremendous, truly, unbelievable, unconscionable, urgently, vicious, vile, vitally, wasteful, wicked, wonderful, of course, once and for all, as ever, quite simply, at long last`,
)

/** Words that leave open what is to be done. */
export const VAGUE = phraseSet(
	`appropriate*, adequate*, as needed, as appropriate, better, some, various, several, where possible, where appropriate, wherever possible, if possible, as far as possible, reasonabl*, suitable, proper, properly, meaningful*, robust, holistic, strategic, effective*, significant*, substantial*, vibrant, thriving, stronger, brighter, world class, best practice, common good, american dream, values, prosper*, opportunit*, fair share, fairness, fairer, modern, modernis*, sensible, balanced, responsibl*, innovative, dynamic, resilien*, flourish*, issues, things, ways, more, everything, anything, something, great, greater, good, future`,
)
/** Words that promise less than doing it. */
export const HEDGES = phraseSet(
	`seek to, aim to, aims to, hope to, try to, trying to, strive to, look to, look at, look into, work to, work towards, work toward, explore, consider, considering, examine, review, encourage*, promote, promoting, may, might, could, in principle, ideally, over time, in due course, when resources allow, eventually, gradually, where possible, wherever possible, intend to, endeavour, endeavor, potentially, perhaps, push for, help to, support efforts, raise awareness, awareness`,
)
/** Ways by which a policy works. */
export const MECHANISMS = phraseSet(
	`law, laws, legislat*, act, bill, statut*, regulat*, ban, bans, banned, banning, prohibit*, outlaw*, mandat*, require*, requir*, compulsory, tax, taxes, taxed, taxing, levy, tariff*, subsid*, grant, grants, fund, funded, funding, invest*, budget, spend*, abolish*, repeal*, scrap, replace*, create, establish*, set up, introduc*, build*, hire, hiring, recruit*, licens*, permit*, cap, caps, capped, limit, limits, quota, target, targets, tribunal, commission, agency, regulator, ombudsman, register, audit, referendum, vote, amend*, constitution*, treaty, sanction*, penalt*, fine, fines, voucher*, credit, credits, rebate*, insurance, program*, scheme, system, pilot, reinstat*, restor*, cut, cuts, raise, increase, reduce, end, close, nationalis*, privatis*, devolve*, extend, expand`,
)
/** Where the money comes from. */
export const FUNDING = phraseSet(
	`paid for by, funded by, financed by, funded through, paid by, by taxing, by raising, by ending, by closing, by cutting, by increasing taxes, from general taxation, covered by, revenue*, from savings, levied on, a levy on, a tax on`,
)
/** What ranks a policy above others in its own text. */
export const PRIORITY = phraseSet(
	`first priority, top priority, highest priority, number one, priority, priorities, prioritise, prioritize, most important, above all, first act, day one, first day, first 100 days, immediately, urgent*, emergency, crisis, critical, guarantee*, fundamental, never again, at the heart of, cornerstone, flagship, once in a generation`,
)
/** How many a policy is for. */
export const SCOPE = phraseSet(
	`all, every, everyone, everybody, universal, nationwide, national, nationally, statewide, citywide, countrywide, across the country, across the state, across the city, whole, entire, each, no one, nobody`,
)
/** A right or a ban, the making or the end of something. */
export const GREAT_CHANGE = phraseSet(
	`abolish*, ban, banned, outlaw*, right to, constitution*, nationalis*, privatis*, independence, withdraw from, leave the, referendum, repeal*, double, triple, halve, net zero, war, free at the point of`,
)
/** A small step. */
export const SMALL_CHANGE = phraseSet(
	`pilot, review, explore, consider, consult*, examine, study, feasibility, encourage*, raise awareness, look into, look at, recognise, celebrate, commemorate`,
)
/** What makes a policy depend on something. */
export const CONDITIONS = phraseSet(
	`if, unless, except, provided that, providing, subject to, in cases where, only where, only when, where applicable, as long as, so long as, depending on, in the event, in case, whether, conditional*, until, otherwise, notwithstanding, pursuant to, in accordance with`,
)
/** Words that allow of no exception. */
export const ABSOLUTES = phraseSet(
	`always, never, nobody, no one, everyone knows, only, completely, totally, absolutely, utterly, entirely, ever, every single, worst, best ever, clearly, obviously, undoubtedly`,
)
