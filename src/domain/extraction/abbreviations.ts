import { entriesOf } from './phrases.ts'

/** After these a full stop ends no sentence: a name follows. All lists are in lower case, without the stop. */
export const TITLES = new Set(
	entriesOf(`mr, mrs, ms, mx, dr, prof, revd, rev, hon, gen, lt, maj, capt, cpl, sgt, cmdr, gov, sen, rep, reps, sens,
		supt, cllr, dep, asst, messrs, mme, mlle, e.g, i.e, viz, vs, cf`),
)

/** Numbers follow these ("No. 4", "p. 12"); without a number they end a sentence. */
export const BEFORE_NUMBERS = new Set(
	entriesOf(`no, nos, p, pp, jan, feb, mar, apr, jun, jul, aug, sep, sept, oct, nov, dec, s, ss, h.r, hr, h.j, h.con,
		art, arts, sec, sect, ch, chap, cl, para, paras, vol, vols, fig, figs, eq, ref, refs, app, tel, ext, approx, ca, c,
		pt, ed`),
)

/** These can end a sentence: they do where a word follows that mostly begins one. */
export const ENDING = new Set(
	entriesOf(`etc, inc, ltd, co, corp, llc, plc, bros, jr, sr, esq, dept, depts, ave, blvd, rd, st, mt, ft, govt, assn,
		assoc, intl, univ, dept, natl, bldg, hwy, approx, incl, excl, al, eg, ie, pres, adm, min, col, ph.d, b.sc, m.sc,
		calif, conn, ariz, colo, fla, ky, mich, minn, nev, okla, tenn, tex, wis, wyo`),
)

/** Words that begin sentences and hardly ever follow an abbreviation as a part of the name. */
export const STARTERS = new Set(
	entriesOf(`the, a, an, this, that, these, those, there, it, its, he, she, they, we, i, you, our, my, their, his, her,
		your, in, on, at, by, for, from, to, with, without, of, as, if, when, while, where, after, before, since, until,
		because, although, though, but, and, or, so, yet, nor, not, no, all, every, each, some, many, most, both, however,
		therefore, moreover, furthermore, also, then, now, today, instead, let, what, who, why, how, which, under, over,
		through, between, during, once, only, even, more, here, finally, first, second, third, another, such, can, will,
		please, unlike, despite, according, too, ensure, support, introduce, end, stop, build, create, raise`),
)
