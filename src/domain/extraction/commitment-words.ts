import { entriesOf, phraseSet } from './phrases.ts'

/** Action verbs that start a bullet or a sentence with a demand. */
export const DEEDS = new Set(
	entriesOf(`abolish, accelerate, accept, achieve, acquire, act, adapt, add, address, adjust, adopt, advance, advocate, align, allocate,
		allow, amend, appoint, apply, approve, arrest, assist, attract, audit, authorise, authorize, ban, bar, block, boost, break, bring,
		build, buy, call, campaign, cancel, cap, care, ceilings, challenge, champion, change, clarify, clean, clear, close, collect, combat,
		commission, commit, compel, complete, confront, connect, conserve, consider, consolidate, construct, consult, continue, control, convene,
		convert, cooperate, coordinate, counter, crack, create, criminalise, criminalize, curb, curtail, cut, deal, decarbonise, decarbonize, decentralise,
		decentralize, declare, decrease, decriminalise, decriminalize, defend, defund, deliver, demand, democratise, demolish, denounce, deport, deploy,
		deregulate, designate, develop, devolve, devote, digitise, direct, discontinue, discourage, dismantle, diversify, divert, divest, double, drive, drop, ease,
		educate, electrify, eliminate, embed, employ, empower, enable, enact, encourage, end, enforce, engage, enhance, enlarge, enshrine, ensure,
		equalise, equip, eradicate, establish, exempt, expand, expedite, explore, expose, extend, facilitate, fight, finance, finish, fire, fix,
		follow, force, forbid, forgive, form, foster, free, freeze, fund, get, give, grant, grow, guarantee, halt, halve, harmonise, help, hire, hold, honor, honour, house,
		implement, impose, improve, incentivise, incentivize, include, increase, index, insist, inspect, install, institute, integrate, introduce, invest, investigate, issue,
		join, keep, launch, lead, legalise, legalize, legislate, level, lift, limit, link, lobby, lock, lower, maintain, make, mandate, maximise, maximize, measure, merge,
		minimise, minimize, mobilise, modernise, modernize, monitor, move, nationalise, nationalize, negotiate, obtain, offer, open, oppose, outlaw, overhaul, overturn,
		oversee, pardon, pass, pay, permit, phase, plant, pledge, preserve, press, prevent, prioritise, prioritize, privatise, privatize, procure, prohibit, promote,
		propose, prosecute, protect, provide, publish, pull, purchase, push, put, quadruple, raise, ratify, re, reaffirm, rebalance, rebuild, recall, recognise,
		recognize, reconnect, recruit, recycle, redistribute, reduce, redirect, refocus, reform, refuse, refund, regenerate, register, regulate, reinstate, reinvest, reject,
		relax, release, remove, renationalise, renegotiate, renew, renovate, reopen, reorganise, repair, repeal, replace, require, rescind, resist, restore, restrict,
		restructure, retain, retrain, retire, return, reverse, review, revise, revitalise, revitalize, revive, revoke, roll, safeguard, save, scrap, secure, seek,
		sell, send, set, shift, shut, sign, simplify, slash, slow, solve, speed, spend, sponsor, spread, stabilise, standardise, start, stay, stem, step, stimulate, stop, streamline, strengthen,
		strip, subsidise, subsidize, suspend, sustain, switch, tackle, take, target, tax, terminate, tighten, toughen, train, transfer, transform, transition, treat,
		treble, trial, trim, triple, undo, unify, unlock, update, upgrade, uphold, use, veto, vote, waive, weatherize, welcome, widen, withdraw, work, write,
		support, restart, resume, rename, redesign, redraw, restrain, rewild, reward, ring, commemorate, lengthen, shorten, exclude, extradite, defeat, destroy, disband,
		disestablish, break, outlaw, rule, let, never, overrule, recover, repatriate, resettle, deter, detect, disclose, dissolve, divide, pilot, pursue, respect`),
)

/** Campaign activities, which are not policies. */
export const CAMPAIGN_DEEDS = new Set(
	entriesOf(
		`win, run, stand, canvass, knock, meet, visit, attend, host, celebrate, beat, debate, tour, travel, chat, volunteer`,
	),
)

/** Verbs of speaking and thinking: "I will tell you", "we must remember". */
export const TALK = new Set(
	entriesOf(`add, update, tell, talk, set out, look, see, show, explain, discuss, speak, say, mention, share, post, write, ask, remember, forget,
		recall, understand, recognise, recognize, acknowledge, admit, know, think, believe, hope, wonder, realise, realize, feel, imagine, learn, note, notice, face,
		thank, begin, need, miss, find, go, come, love, like, call you, answer, reply, report back, outline, describe, summarise, summarize, conclude, turn, listen, wait, happen, agree, disagree, judge, expect, hear`),
)
export const TALK_PHRASES = phraseSet(
	`set out, lay out, look back, look forward, look to, take a moment, come back, go back, keep you, let you know, make it clear, make clear, be honest, be clear, be frank, be proud, be here, be back, be there, be remembered, give you, show you, be together, do it together, get through`,
)

export const HARMS = new Set(
	entriesOf(
		`hurt, harm, damage, destroy, devastate, cost, ruin, kill, force, threaten, worsen, fail, suffer, jeopardise, jeopardize, undermine, curb, lead, result, cause, mean`,
	),
)

/** Verbs of states instead of actions: "we must be proud". */
export const STATES = new Set(
	entriesOf(`be, become, remain, have, seem, appear, mean, matter, stay, exist, depend, belong`),
)

export const STANCES = new Set(
	entriesOf(`support, oppose, favor, favour, propose, pledge, commit, promise, demand, back, intend, plan, aim, seek, reject, urge, advocate,
		endorse, want, guarantee, vow, call, insist, recommend, champion, condemn, prioritise, prioritize, undertake, wish, stand, resolve, require, encourage, welcome, object, uphold, campaign, fight`),
)
/** Other forms of the stances: third person, participles. */
export const STANCES_OTHER = new Set(
	entriesOf(`supports, opposes, favors, favours, proposes, pledges, commits, promises, demands, backs, intends, plans, aims, seeks, rejects, urges, advocates,
		endorses, guarantees, vows, calls, insists, recommends, champions, wants, proposing, supporting, opposing, calling, demanding, advocating, seeking, pledging, committed, opposed, determined, pledged, fighting, campaigning, advancing, pushing, proposed, called, resolved, dedicated, going`),
)
/** Verbs of opinion; they count only if a demand follows. */
export const OPINIONS = new Set(
	entriesOf(`believe, think, feel, consider, hold, affirm, agree, say, recognise, recognize`),
)

export const PARTIES = new Set(
	entriesOf(
		`democrats, republicans, labour, labor, conservatives, greens, liberals, libertarians, socialists, unionists, nationalists, independents, party, coalition, movement`,
	),
)
export const PLANS = new Set(
	entriesOf(
		`plan, plans, manifesto, platform, campaign, programme, program, proposal, proposals, bill, policy, policies, group, administration, government, candidates, pledge, legislation, agenda, budget, goal, aim, priority`,
	),
)

/** Institutions that a demand can be addressed to, and whose actions are policy. */
export const BODIES = new Set(
	entriesOf(`government, governments, council, councils, councillors, state, states, congress, parliament, senate, commission, department, departments, ministry, minister, ministers,
		authority, authorities, agency, agencies, nhs, police, school, schools, university, universities, college, colleges, hospital, hospitals, employer, employers, company, companies, corporations,
		businesses, landlords, banks, court, courts, judges, board, boards, office, regulator, regulators, bank, mps, lords, house, president, mayor, city, county, country, nation, union, eu, uk, britain,
		usa, america, states, army, navy, military, forces, citizens, residents, voters, workers, employees, teachers, parents, students, pupils, children, patients, tenants, women, men, families, people, everyone, everybody,
		members, representatives, officials, funding, tax, taxes, rates, rate, rules, law, laws, levy, fees, charges, subsidies, benefits, act, system, scheme, fund, committee, assembly, ban, service, services`),
)

export const CONTACT = phraseSet(
	`sign up, signup, click here, click on, click the, tap here, read more, read the full, learn more, find out more, more information, contact us, contact me, get in touch, donate, make a donation, chip in,
		follow us, follow me, join us, join me, join our, join my, subscribe, newsletter, your email, email address, e mail, phone number, telephone, your name, full name, first name, last name, post code, postcode, zip code,
		required field*, fields marked, privacy policy, terms of use, terms of service, terms and conditions, cookie*, all rights reserved, copyright 20*, photo by, photo credit, image credit,
		skip to, back to top, share this, log in, login, sign in, submit, send message, send us, send me, drop me, reach out to, call me on, email me, email us, write to me, yard sign, lawn sign, vote on november, vote november, vote on may, vote may, vote on june, vote on july, vote on tuesday, vote on thursday, vote on sunday, vote early, go vote, get out and vote, vote for me, vote for us, vote for, your vote on, your vote for, polling day, election day, on may, cast your vote,
		thank you, thanks to, thanks for, grateful, please, facebook, twitter, instagram, youtube, tiktok, download our, download the, watch the video, view all, next page, previous page, main menu, site map, sitemap, accept all, manage preferences, my website, this website, our website, this page, this form, the form, the form below, i will reply, we will reply, get back to you, volunteer for, volunteer with, opt out of, unsubscribe, to reply, reply to, reply within, respond to your, answer your, your question*, your enquir*, your inquir*, your quer*, your visit, your browser, your consent, appointment*, use this form, your message, your details, your data, your information, we will contact you, contact you, we will email, by email, by post, by phone`,
)
export const BIOGRAPHY = phraseSet(
	`i was born, was born in, i grew up, grew up in, i live in, i live with, lives in, lives with, i have lived, i have worked, i worked, i have served, i served, served as, served on, i have been a, i have been an, i was elected, was elected to, was first elected, been elected, years of experience, years experience, my wife, my husband, my partner, my kids, my children, my daughter, my son, my mother, my father, my parents, my grandmother, my grandfather, my career, married to, i graduated,
		i studied, graduated from, degree in, degree from, i am a, i am an, i am the, i am your, i am running, i am standing, i am proud, i was proud, i have campaigned, i have fought, i have spent, i have always, i decided to, i started, i joined, i founded, i became, is a member of, is a former, is a retired, father of, mother of, grew up on, in my spare time, worked as, works as, volunteered`,
)
export const REPORTED = phraseSet(
	`said, says, told, added, announced, reported, commented, according to, explained, claimed, stated, tweeted, was asked, revealed, in an interview, reporters, press release`,
)
export const RIVALS = phraseSet(
	`by contrast, in contrast, opponent*, my rival*, our rival*, other party, other parties, other side, the tories, current administration, current government, this government, this administration, previous government, last government, successive governments, previous presidents, previous administration, incumbent, others say, some say, others argue, some argue, critics, they say, some people, they want to, he wants to, she wants to, he will, she will`,
)
export const EXAMPLE = phraseSet(
	`for example, for instance, examples, e g, imagine, suppose, consider the, in other words, in practice`,
)
export const EXPLAINING = phraseSet(
	`this means, this will, this would, these will, that will, that would, it will, it would, as a result, the result, resulting, which means, we know, we have seen, we have already, the fact is, the truth is, there is, there are, there was, there were, there has been, it has been, it is clear, it is estimated, estimated, studies show, research shows, evidence shows`,
)

export const ANNOUNCES = phraseSet(
	`will, would, shall, must, should, pledge*, commit*, promise*, policy, policies, priorit*, plan, plans, propos*, support*, oppose*, fight*, campaign*, call for, calls for, calling for, demand*, want*, ensure, aim*, goal*, objective*, agenda, platform, manifesto, solution*, action*, i will, we will, stand for, stands for, vision, key points, need to, needs to, measure*, reform*, steps, by, to, focus*, work*, believe, believes, elected, offer*, seek, seeks, urge*, steps, vote*, deliver*, recommend*, advocate*, favor*, favour*, first 100 days, ask*, issues, what i, what we, points, initiatives, principles, achieve, introduc*, include*`,
)
export const ANNOUNCES_OTHER = phraseSet(
	`example*, such as, because, reason*, benefits of, advantages, savings, risks, facts, fact, did you know, endorse*, endorsements, endorsed, supporters, supported by, contact*, experience, qualification*, education and, biography, about, member of, memberships, career, record, achievements, events, event, news, links, follow, share, donate, volunteer*, sources, references, further reading, see also, read, greater of, lesser of, following groups, categories, team, committee members, sponsors, downloads, menu, navigation, useful, faq, frequently asked, past, voted, awards, documents, contents, in this section, related, previously, already, have done, has done, achieved`,
)
export const HEADINGS_OTHER = phraseSet(
	`contact, contact us, contact me, get in touch, about, about me, about us, about the, biograph*, bio, my story, meet, who i am, who we are, news, latest, latest news, blog, press, media, events, event, calendar, endorse*, endorsement*, testimonial*, donate, donation*, volunteer*, get involved, join, join us, subscribe, newsletter, follow us, follow me, social media links, links, gallery, photos, videos, search, menu, navigation, site map, sitemap, privacy, privacy policy, cookies, cookie policy, legal notice, imprint, archive*, archives, recent posts, comments, leave a comment, leave a reply, categories, tags, share, share this, references, sources, notes, footnotes, experience, awards, memberships, register to vote, how to vote, polling place, opening hours, surger*, office hours, thank you, acknowledgement*, acknowledgment*, foreword, introduction to me, send a message, message, feedback, report a, sign up`,
)
export const HEADINGS_POLICY = phraseSet(
	`policy, policies, priorit*, plan, plans, pledge*, promise*, commitment*, manifesto, platform, issues, agenda, i will, we will, what i will, what we will, proposal*, vision, action, solutions, our demands, goals, reform*, on the issues, where i stand, positions, my position*, key points, objectives, in office, first 100 days, contract with, stronger, better, safer, fairer, fair`,
)
/** Openings of list items without a verb: "An end to", "Free school meals". */
export const FRAGMENTS = new Set(
	entriesOf(
		`a, an, the, no, more, less, fewer, free, better, lower, higher, greater, stronger, universal, full, fair, fairer, equal, affordable, guaranteed, mandatory, compulsory, safe, safer, new, zero, every, all, end, ending, cheaper, faster, improved, increased, reduced, proper, real, genuine, decent, quality, public, local, national, community, stricter, tougher, longer, shorter, automatic, immediate, additional, extra, investment, support, protection, reform, abolition, introduction, creation, expansion, restoration, removal, repeal, recognition, rights, respect, access, funding, justice, freedom, democratic, sustainable, green, renewable, clean, transparent, effective, responsible, independent, permanent`,
	),
)
