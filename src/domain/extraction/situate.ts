import type { Looked } from './detect.ts'
import type { Side } from './grammar.ts'
import { OWN, RIVAL, type Sides } from './sides.ts'
import { comparable, type Sentence, tokensOf } from './text.ts'

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

/** Adds to each sentence what the rules need to know of its surroundings, and marks the sides that it names. */
export const situate = (sentences: readonly Sentence[], sides: Sides): Looked[] => {
	const headings = new Set(
		sentences.filter(({ kind }) => kind === 'heading').map(({ text }) => comparable(text)),
	)
	const isContents = ({ kind, text }: Sentence): boolean =>
		LEADER.test(text.slice(-TAIL)) || (kind !== 'heading' && headings.has(comparable(text)))
	// A text that speaks of its candidate by name goes on with "she" or "it".
	const whole = tokensOf(sentences.map(({ text }) => sides.mark(text)).join('\n'))
	const count = (pattern: RegExp): number => whole.filter(({ word }) => pattern.test(word)).length
	const topic: Side | null = count(/^ownside$/u) > Math.max(2, count(/^(?:i|we)$/u)) ? 'own' : null
	const mark = (text: string | null) => (text === null ? null : sides.mark(text))
	let near: Side | null = null
	let quoted = false
	let since = 0
	return sentences.map((sentence, index): Looked => {
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
			// Lines of a table of contents are no sentences.
			kind: isContents(sentence) ? 'other' : sentence.kind,
			heading: mark(sentence.heading),
			leadIn: mark(sentence.leadIn),
			first: before?.block !== sentence.block || tokensOf(before.text).length <= LABEL_WORDS,
			carried,
			quoted: isQuoted,
		}
	})
}
