import { hasForm, type Looked } from './detect.ts'
import type { Side } from './grammar.ts'
import { OWN, RIVAL, type Sides } from './sides.ts'
import { comparable, type Sentence, tokensOf } from './text.ts'
import { baseOf } from './verbs.ts'

/** A side is carried over at most this many sentences. */
const REACH = 3
const LABEL_WORDS = 3
/** Characters of the end of a line that may hold a page number. */
const TAIL = 40
const LEADER = /(?:\.{3,}|…|\s{3,})\s*\d{1,3}$/u

/** A sentence that begins with somebody's full name. */
const SOMEBODY = /^\p{Lu}\p{Ll}+ (?:\p{Lu}\.? )?\p{Lu}\p{Ll}+(?:,| \p{Ll})/u

const namedFirst = (text: string): Side | null => {
	if (SOMEBODY.test(text)) return 'person'
	const found = tokensOf(text).find(
		({ word }) => word === OWN || word === RIVAL || word === 'i' || word === 'we',
	)
	if (found === undefined) return null
	return found.word === RIVAL ? 'rival' : 'own'
}

/** Words of somebody else: "RIVAL said: …", "… said Ann Reed", "…” — Gulf Coast Nurses". */
const OTHERS =
	/rivalside\P{Lu}{0,40}\b(?:said|says|declared|claimed|told|argues|wrote|announced)\b|\b(?:said|says) rivalside|[”"]\s*[—–-]{1,2}\s*(?!ownside)\p{Lu}|^\p{Lu}\p{Ll}+ (?!ownside)\p{Lu}\p{Ll}+,? [^.]{0,50}\b(?:said|says|declared|wrote|told)\b/u

const isPast = (text: string): boolean => {
	const [first, second] = tokensOf(text)
	const word = /^(?:i|we)$/u.test(first?.word ?? '') ? second?.word : first?.word
	return (
		word !== undefined &&
		/(?:ed|got|won|built|took|led|made|gave|brought|began|wrote|fought|kept|ran|held)$/u.test(
			word,
		) &&
		baseOf(word, 'participle') !== null
	)
}

/** Lists in which at least half of the items begin with a past form: records of what has been done. */
const recordsIn = (sentences: readonly Sentence[]): ReadonlySet<number> => {
	const lists = new Map<number, { all: number; past: number }>()
	for (const { list, text } of sentences) {
		if (list === null) continue
		const { all, past } = lists.get(list) ?? { all: 0, past: 0 }
		lists.set(list, { all: all + 1, past: past + Number(isPast(text)) })
	}
	return new Set(
		[...lists].filter(([, { all, past }]) => past > 1 && 2 * past >= all).map(([list]) => list),
	)
}

const COMPANY = 3

/** Marks the items of lists of at least three of which half have a form of commitment. */
const withCompany = (sentences: readonly Sentence[], looked: readonly Looked[]): Looked[] => {
	const lists = new Map<number, { all: number; formed: number }>()
	for (const [index, { list }] of sentences.entries()) {
		const look = looked[index]
		if (list === null || !look || look.first === false) continue
		const { all, formed } = lists.get(list) ?? { all: 0, formed: 0 }
		lists.set(list, { all: all + 1, formed: formed + Number(hasForm(look)) })
	}
	return looked.map((look, index) => {
		const list = lists.get(sentences[index]?.list ?? -1)
		const company = list !== undefined && list.all >= COMPANY && 2 * list.formed >= list.all
		return company ? { ...look, company } : look
	})
}

/** Adds to each sentence what the rules need to know of its surroundings, and marks the sides that it names. */
export const situate = (sentences: readonly Sentence[], sides: Sides): Looked[] => {
	const records = recordsIn(sentences)
	const headings = new Set(
		sentences.filter(({ kind }) => kind === 'heading').map(({ text }) => comparable(text)),
	)
	const repeats = ({ kind, text }: Sentence): boolean =>
		kind !== 'heading' && headings.has(comparable(text))
	// A text that speaks of its candidate by name goes on with "she" or "it".
	const whole = tokensOf(sentences.map(({ text }) => sides.mark(text)).join('\n'))
	const count = (pattern: RegExp): number => whole.filter(({ word }) => pattern.test(word)).length
	const topic: Side | null = count(/^ownside$/u) > Math.max(2, count(/^(?:i|we)$/u)) ? 'own' : null
	let near: Side | null = null
	let quoted = false
	let since = 0
	const looked = sentences.map((sentence, index): Looked => {
		const before = sentences[index - 1]
		const text = sides.mark(sentence.text)
		const isOthers = OTHERS.test(text)
		if (sentence.kind === 'heading' || since >= REACH) near = null
		const carried = { near, topic }
		const isQuoted = quoted || isOthers
		const named = namedFirst(text)
		since = named === null ? since + 1 : 0
		near = named ?? near
		const isOpen = sentence.text.lastIndexOf('“') > sentence.text.lastIndexOf('”')
		quoted = isOpen ? isOthers : quoted && !sentence.text.includes('”')
		return {
			...sentence,
			text,
			first: before?.block !== sentence.block || tokensOf(before.text).length <= LABEL_WORDS,
			record: sentence.list !== null && records.has(sentence.list),
			contents: LEADER.test(sentence.text.slice(-TAIL)) || repeats(sentence),
			carried,
			quoted: isQuoted,
		}
	})
	return withCompany(sentences, looked)
}
