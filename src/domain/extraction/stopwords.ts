import { entriesOf } from './phrases.ts'

/** Words that carry no content of their own. */
export const STOPWORDS = new Set(
	entriesOf(`a, an, the, and, or, but, nor, so, yet, if, then, than, that, this, these, those, there, here, it, its, he, she, they, them, their, theirs, his, her, hers, him,
		i, me, my, mine, we, us, our, ours, you, your, yours, who, whom, whose, which, what, when, where, why, how, of, in, on, at, by, for, from, to, with, without, into, onto, over, under,
		about, above, below, between, through, during, before, after, since, until, against, across, among, within, as, is, are, was, were, be, been, being, am, have, has, had, having, do, does, did, doing,
		will, would, shall, should, must, can, could, may, might, ought, need, needs, not, no, never, also, only, just, very, too, more, most, less, least, many, much, few, some, any, all, every, each, both, either,
		neither, such, own, same, other, others, another, again, further, once, even, still, ever, always, often, one, two, while, whilst, because, though, although, up, down, out, off, along, per, via, upon, towards, toward,
		make, made, makes, making, get, got, give, given, take, taken, like, new, way, ways, ensure, ensuring, including, include, includes, continue, help, work, want, believe, support`),
)
