import { entriesOf, phraseSet } from './phrases.ts'

/** Action verbs in their base form. */
const DEEDS = new Set(
	entriesOf(`abandon, abolish, accelerate, accept, accredit, achieve, acquire, adapt, add, address, adjust, admit, adopt, advance, advocate, aid, align, allocate, allow, alter, amend, amplify, apply, appoint, approve, arm, arrange,
		arrest, assess, assist, attract, auction, audit, authorise, authorize, avoid, award, axe, back, ban, bar, block, boost, boycott, break, bring, build, buy, call, campaign, cancel, cap, cease, challenge, champion, change,
		charge, clamp, clarify, clean, clear, close, codify, collect, combat, commemorate, commission, commit, compel, complete, condemn, confront, connect, conserve, consider, consolidate, construct, consult, continue,
		control, convene, convert, cooperate, coordinate, counter, cover, crack, create, criminalise, criminalize, curb, curtail, cut, deal, decarbonise, decarbonize, decentralise, decentralize, declare, decommission, decrease,
		decriminalise, decriminalize, deepen, defeat, defend, defer, defund, deliver, demand, demilitarise, democratise, demolish, denounce, deny, deploy, deport, deregulate, designate, destroy, detain, detect, deter, develop,
		devolve, devote, digitise, direct, disband, disclose, discontinue, discourage, disestablish, dismantle, dissolve, diversify, divert, divest, divide, double, dredge, drive, drop, earmark, ease, educate, electrify,
		eliminate, embed, employ, empower, empty, enable, enact, encourage, end, endorse, enforce, engage, enhance, enlarge, enshrine, ensure, equalise, equip, eradicate, establish, exclude, exempt, expand, expedite, explore,
		expose, extend, extradite, facilitate, favor, favour, feed, fence, fight, fill, finalise, finalize, finance, finish, fire, fix, follow, forbid, force, forgive, form, foster, freeze, fund, get, give, grant, grow,
		guarantee, halt, halve, harmonise, help, hire, hold, honor, honour, house, implement, impose, improve, incentivise, incentivize, include, increase, index, insist, inspect, install, institute, integrate, introduce,
		invest, investigate, issue, join, keep, launch, lead, legalise, legalize, legislate, lengthen, let, level, lift, light, limit, link, lobby, lock, lower, maintain, make, mandate, maximise, maximize, measure, mend, merge,
		minimise, minimize, mobilise, modernise, modernize, monitor, move, nationalise, nationalize, negotiate, oblige, obtain, offer, open, oppose, outlaw, overhaul, overrule, oversee, overturn, pardon, pass, pave, pay,
		penalise, penalize, permit, phase, pilot, plant, pledge, pool, preserve, press, prevent, prioritise, prioritize, privatise, privatize, procure, prohibit, promote, propose, prosecute, protect, provide, publish, pull,
		punish, purchase, pursue, push, put, quadruple, raise, ratify, reach, reaffirm, reallocate, rebalance, rebuild, recall, reclassify, recognise, recognize, reconnect, recoup, recover, recruit, recycle, redesign, redirect,
		redistribute, redraw, redress, reduce, refocus, reform, refund, refurbish, refuse, regenerate, register, regulate, rehabilitate, rehouse, rein, reinstate, reinvest, reject, relax, release, relocate, remove, remunerate,
		rename, renationalise, renegotiate, renew, renovate, reopen, reorganise, repaint, repair, repatriate, repave, repeal, replace, repossess, require, requisition, rescind, resettle, resist, resource, respect, restart,
		restore, restrain, restrict, restructure, resume, resurface, retain, retire, retrain, retrofit, return, revalue, reverse, revert, review, revise, revitalise, revitalize, revive, revoke, reward, rewild, rewrite, rid,
		ring, ringfence, roll, rule, run, sack, safeguard, sanction, save, scale, scrap, scrub, scrutinise, secure, seek, seize, sell, send, sequester, serve, set, settle, shield, shift, shorten, shrink, shut, sign, simplify,
		slash, slow, smooth, soften, solve, speed, spend, split, sponsor, spread, stabilise, staff, stagger, stamp, standardise, start, stay, stem, step, stimulate, stop, streamline, strengthen, stretch, strip, subject,
		subsidise, subsidize, sue, supply, support, suspend, sustain, swap, switch, tackle, take, tame, target, tax, teach, terminate, test, thin, tidy, tie, tighten, toughen, track, train, transfer, transform, transition,
		treat, treble, trial, trim, triple, trust, turn, unban, undo, unfreeze, unify, unite, unlock, unseal, update, upgrade, uphold, use, vaccinate, ventilate, vest, veto, vote, vow, waive, ward, weatherise, weatherize, weed,
		welcome, widen, wind, withdraw, work, write`),
)
/** Irregular participles and past forms of action verbs. */
const IRREGULAR: ReadonlyMap<string, string> = new Map(
	entriesOf(
		`built build, rebuilt rebuild, cut cut, put put, set set, shut shut, let let, split split, spread spread, hit hit, made make, held hold, upheld uphold, paid pay, repaid repay, brought bring, bought buy, kept keep, given give, gave give, forgiven forgive, taken take, took take, retaken retake, spent spend, sent send, sold sell, frozen freeze, found find, taught teach, led lead, left leave, won win, drawn draw, withdrawn withdraw, driven drive, written write, rewritten rewrite, broken break, grown grow, seen see, done do, undone undo, overturned overturn, forbidden forbid, got get, fought fight, sought seek, withheld withhold, overhauled overhaul, begun begin, began begin, bound bind, fed feed, lent lend, met meet, stood stand, told tell, became become, chosen choose, overridden override, known know, shown show, rid rid, laid lay, said say, ran run, rose rise`,
	).map((entry) => entry.split(' ') as [string, string]),
)

/** Past forms that are no participles, or not of action verbs. */
const PASTS = new Set(
	entriesOf(
		`fell, saw, rose, grew, became, went, took, got, led, gave, brought, made, built, kept, left, paid, spent, won, held, told, said, knew, began, came, met, stood, ran, lost, sent, wrote`,
	),
)
/** True for a word that may be a past form: "expanded", "rose". */
export const isPast = (word: string): boolean => PASTS.has(word) || /.{3}ed$/u.test(word)

export const isDeed = (word: string): boolean => DEEDS.has(word)

const stemsOf = (word: string, ending: RegExp): string[] => {
	if (!ending.test(word)) return []
	const stem = word.replace(ending, '')
	return [`${stem}e`, stem, stem.replace(/(\p{L})\1$/u, '$1'), stem.replace(/i$/u, 'y')]
}

/** Base form of an action verb: "capped" is "cap". Null if the word is not an action verb in that form. */
export const baseOf = (word: string, form: 'participle' | 'doing' | 'third'): string | null => {
	const irregular = form === 'participle' ? IRREGULAR.get(word) : undefined
	if (irregular !== undefined) return irregular
	const ending = { participle: /e?d$/u, doing: /ing$/u, third: /e?s$/u }[form]
	return stemsOf(word, ending).find(isDeed) ?? null
}

/** Verbs and adjectives with which a speaker takes a stance, in their base form. */
const STANCES = new Set(
	entriesOf(
		`support, oppose, favor, favour, propose, pledge, commit, promise, demand, back, intend, plan, aim, seek, reject, urge, advocate, endorse, want, guarantee, vow, call, insist, recommend, prioritise, prioritize, wish, stand, resolve, object, campaign, fight, plead, push, direct, declare, need, refuse, ask, encourage, appeal, challenge, announce, unveil`,
	),
)
const STATES_OF_MIND = new Set(
	entriesOf(
		`committed, opposed, determined, dedicated, against, for, pledged, resolved, ready, prepared, proud, favour, favor, calling, fighting, campaigning, pushing, proposing, asking, demanding, seeking, urging, planning, announcing, unveiling, issuing, introducing, launching`,
	),
)
/** Base form of a stance, for "opposes" and, after a form of "be", "opposed to"; null for other words. */
export const stanceOf = (word: string, afterBe: boolean): string | null => {
	if (afterBe) return STATES_OF_MIND.has(word) ? word : null
	if (STANCES.has(word)) return word
	const base = word.replace(/e?s$/u, '')
	return STANCES.has(base)
		? base
		: STANCES.has(`${base}e`) && word.endsWith('es')
			? `${base}e`
			: null
}

/** Verbs of opinion; they count only if a demand follows. */
export const OPINIONS = new Set(
	entriesOf(
		`believe, believes, think, thinks, feel, feels, consider, considers, hold, holds, affirm, agree, agrees, say, says, said, confirmed, announced, added, told, declared, promised, pledged, know, recognise, recognize, insists, insist, demands, demand, proposes, propose, recommends, recommend, urges, urge, ensure, ensures, mean, means, resolved, agreed, convinced, clear, time, right, essential, vital, important, imperative, crucial, fair, necessary, decided, want, declare, promise, pledge, vow, wish`,
	),
)

/** Verbs of speaking, thinking, feeling and campaigning: no policies. */
const TALK = new Set(
	entriesOf(`add, update, tell, talk, set out, look, see, show, explain, discuss, speak, say, mention, share, post, write, ask, remember, forget,
		recall, understand, recognise, recognize, acknowledge, admit, know, think, believe, hope, wonder, realise, realize, feel, imagine, learn, note, notice, face,
		thank, begin, need, miss, find, go, come, love, like, call you, answer, reply, report back, outline, describe, summarise, summarize, conclude, turn, listen, wait, happen, agree, disagree, judge, expect, hear, win, run, stand, canvass, knock, meet, visit, attend, host, celebrate, beat, debate, tour, travel, chat, volunteer, stay, be, walk, rest, deserve, highlight, stress, keep you, celebrate, rise, sing, pray, fight on, join, call, sell you, hold`),
)
export const TALKS = phraseSet(
	[...TALK].filter((word) => word !== 'hold').join(', ') +
		', lay out, make clear, make it clear, let you, give you, show you, put you, get through, do it, do this, do that, make this, make it happen, have you, do better',
)

/** Verbs of states instead of actions. */
export const STATES = new Set(
	entriesOf(
		`be, become, remain, have, seem, appear, mean, matter, stay, exist, depend, belong, include, get, see, rise, go, cost, lose, need`,
	),
)

/** Words for the speaker's side after "our", "my" or "this". */
export const PLANS = new Set(
	entriesOf(
		`plan, plans, manifesto, platform, programme, program, proposal, proposals, bill, policy, policies, group, administration, government, candidates, pledge, legislation, agenda, budget, goal, aim, priority, party, movement, coalition, mps, meps, councillors, committee, team, position, solution, objective, first, law`,
	),
)

/** Institutions and groups that demands are addressed to. */
export const BODIES = new Set(
	entriesOf(`government, governments, council, councils, councillors, state, states, congress, parliament, senate, commission, department, departments, ministry, minister, ministers,
		authority, authorities, agency, agencies, nhs, police, school, schools, university, universities, college, colleges, hospital, hospitals, employer, employers, company, companies, corporations,
		businesses, landlords, banks, court, courts, judges, board, boards, office, regulator, regulators, bank, mps, lords, house, president, mayor, city, county, country, nation, union, eu, uk, britain,
		usa, america, states, army, navy, military, forces, citizens, residents, voters, workers, employees, teachers, parents, students, pupils, children, patients, tenants, women, men, families, people, everyone, everybody,
		members, representatives, officials, funding, tax, taxes, rates, rate, rules, law, laws, levy, fees, charges, subsidies, benefits, act, system, scheme, fund, committee, assembly, ban, service, services`),
)
export const RIVALS = phraseSet(
	`by contrast, in contrast, opponent*, my rival*, our rival*, other party, other parties, other side, the tories, current administration, current government, this government, this administration, previous government, last government, successive governments, previous presidents, previous administration, incumbent, others say, some say, others argue, some argue, critics`,
)
