import { countWords, POLICY_WORDS, type PolicyLength, policyLength } from '../policies.ts'
import { DROPPABLE } from './classify.ts'
import { withoutPossessives, withoutSpeaker } from './neutrality.ts'
import { findPhrases } from './phrases.ts'
import { oneLine, tokensOf } from './text.ts'

export interface Statement {
	readonly text: string
	readonly length: PolicyLength
}

const QUOTES: Readonly<Record<string, string>> = { '"': '"', '“': '”', '«': '»' }

const unquoted = (text: string): string => {
	const close = QUOTES[text.charAt(0)]
	const inner = text.slice(1, -1)
	if (close && text.endsWith(close) && !inner.includes(text.charAt(0)) && !inner.includes(close))
		return inner
	const marks = text.match(/["“”«»]/gu)?.length ?? 0
	return marks === 1 ? text.replace(/["“”«»]/u, '') : text
}

const withoutLoaded = (text: string): string => {
	const tokens = tokensOf(text)
	let kept = text
	for (const { at, length } of findPhrases(DROPPABLE, tokens).toReversed()) {
		const start = tokens[at]?.start ?? 0
		const end = tokens[at + length - 1]?.end ?? start
		// Remove attributes only: a predicate ("the cuts are cruel") cannot be left out.
		if (!/^,? \p{L}/u.test(text.slice(end, end + 3))) continue
		kept = kept.slice(0, start) + kept.slice(end).replace(/^,? /u, '')
	}
	return kept
}

const shortened = (text: string): string => {
	if (countWords(text) <= POLICY_WORDS.most) return text
	const plain = oneLine(text.replace(/ \([^()]{0,300}\)/gu, ''))
	if (countWords(plain) <= POLICY_WORDS.most) return plain
	const beginning = plain.split(' ').slice(0, POLICY_WORDS.most).join(' ')
	const stop = Math.max(
		beginning.lastIndexOf(';'),
		beginning.lastIndexOf(', '),
		beginning.lastIndexOf(' – '),
	)
	return stop > beginning.length / 3 ? beginning.slice(0, stop) : beginning
}

const finished = (text: string): string => {
	const bare = text.trim().replace(/^[\s,;:–—-]+|(?<![\s,;:–—-])[\s,;:–—-]+$/gu, '')
	const whole = bare.charAt(0).toUpperCase() + bare.slice(1)
	if (/[.?!…]["'”’)\]]*$/u.test(whole)) return whole.replace(/!(["'”’)\]]*)$/u, '.$1')
	return whole === '' ? '' : `${whole}.`
}

/**
 * Words that a statement may add to its quote, with the condition for each: function words, and stances in their base
 * form.
 */
const FORMS: ReadonlyMap<string, RegExp> = new Map(
	Object.entries<RegExp>({
		the: /./u,
		do: /\b(?:not|never)\b|n['’]t\b/iu,
		not: /\b(?:not|never)\b|n['’]t\b|wont\b/iu,
		oppose: /\boppos/iu,
		support: /\bsupport|\bfavou?r/iu,
		call: /\bcall/iu,
		commit: /\bcommit/iu,
	}),
)

/** True if every content word of a statement occurs in its quote. */
export const holdsNothingNew = (statement: string, quote: string): boolean => {
	const quoted = new Set(tokensOf(quote).map(({ word }) => word))
	// "The party supports" becomes "Support": the same word without its ending.
	return tokensOf(statement).every(
		({ word }) =>
			quoted.has(word) || quoted.has(`${word}s`) || (FORMS.get(word)?.test(quote) ?? false),
	)
}

/**
 * Makes a neutral statement from a quote: removes the speaker, names, loaded words and quotation marks. If a rule would
 * add a content word, the quote itself is proposed. @param names names of the candidate and the party.
 */
export const propose = (quote: string, names: readonly string[] = []): Statement => {
	const plain = unquoted(oneLine(quote))
	const plainText = withoutLoaded(withoutPossessives(withoutSpeaker(plain, names)))
	const text = finished(shortened(plainText))
	const safe =
		countWords(text) > 0 && holdsNothingNew(text, quote) ? text : finished(shortened(plain))
	return { text: safe, length: policyLength(safe) }
}
