import type { Rewording } from '../limits.ts'
import { countWords } from '../policies.ts'
import { secondDemands } from './demands.ts'
import { type Named, namedIn } from './neutrality.ts'
import type { Sides } from './sides.ts'
import { STOPWORDS, type Token, tokensOf } from './text.ts'
import { baseOf, isDeed } from './verbs.ts'

/** Longest statement that is ready for voters, in words. */
export const MOST_WORDS = 25

const FIRST_PERSON =
	/\b(?:I|we|us|our|ours|my|(?:is|are|of|than|like) mine|me|ourselves|myself|let['’]s)\b/iu
const POINTS =
	/\b(?:these|those|such)\b(?! (?:as|who|which|that|whose|with|without|in|of|on|at|from|over|under|aged|for|earning|living|working)\b)|\bthis (?!year|decade|century|parliament|term|country|state|city|town)\p{L}|^(?:(?:do not |never )?\p{L}+ )?(?:it|its|they|them|this(?! (?:year|decade|century))|that|these|those|such|there|he|she|him|her|his|so)\b/iu
const ADDRESSES = /^(?:who|which|what|whose)\b|\byour?s?\b/iu
const SAID = /\b(?:said|wrote|asked|says|told|announced|added|according to)\b/iu

const BEGINS =
	/^(?:(?:to|by|in|from|within|over|at|on|for|with|where|when|if)\b[^,]*, )?(?:do not |never )?(\p{Ll}+)\b/iu

const SECOND =
	/(?:[,;]|\b) (?:and|but|then|so|nor) (?:[^,;]{1,60} )?(?:will|shall|should|must|ought|are to|is to|would|wants?|supports?|opposes?|believes?)\b|[,;] and (?:of|for|to|by) | and for (?:the|an?) |(?<!\b\p{L}{1,2})[.;:] \p{Lu}|; /u
export const DENIES =
	/\b(?:not|never|no|none|nobody|neither|nor|without|against|oppos\p{L}+|reject\p{L}*|refus\p{L}+|cannot)\b|n['’]t\b/iu

export const LIMITS = /\b(?:only|except|unless|until|hardly|barely|scarcely|few)\b/iu

const startsWell = (text: string): boolean => {
	const first = BEGINS.exec(text)?.[1]?.toLowerCase() ?? ''
	const [, second = ''] = tokensOf(text).map(({ word }) => word)
	const isVerb = isDeed(first) || /^(?:support|oppose|favou?r)$/u.test(first)
	const isNoun =
		/^(?:for|of|is|are|was|were|has|had|on)$/u.test(second) &&
		!/^(?:call|fight|pay|invest|spend|care|campaign)$/u.test(first)
	return (isVerb && !isNoun) || /\b(?:should|must)\b/u.test(text)
}

/** In title case, so the line is a heading: "Tax Credits to Build More Housing". */
const isTitled = (text: string): boolean => {
	const long = tokensOf(text)
		.slice(1)
		.filter(({ word, capital }) => /^\p{L}{3}/u.test(word) && (capital || !STOPWORDS.has(word)))
	const isName = /^\p{L}+ (?:the|an?) /iu.test(text)
	const isSmall = ({ word, capital }: Token): boolean =>
		capital && (isDeed(word) || STOPWORDS.has(word))
	return (
		long.filter(isSmall).length > 1 ||
		(long.length > 2 && !isName && long.every(({ capital }) => capital))
	)
}

/** Verbs with which everybody agrees unless more is said. */
const SOFT =
	/^(?:support(?! an? | one )|empower|strengthen|protect|promote|improve|encourage|ensure|make sure|help|work|foster|boost|respect|prioriti[sz]e|put|defend|celebrate|champion|deliver|stand|value|back|welcome|honou?r|advance|tackle|address|commit|serve|unite|renew) /iu
/** Words of a measure that can be disagreed with: figures, names, and restrictions. */
const HARD =
	/\d|(?<!^)\p{Lu}|[$£€%]|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|dozen|half|double|free|higher|lower|fewer|less|cheaper|end|no|not|only|ban|tax\p{L}*|private|mandatory|compulsory)\b/u
/** Nouns that leave open what is meant. */
const NOTHING = /\b(?:things|everything|something|whatever (?:it|is|you|we))\b/iu
/** Most words of a statement that is general without a sign of a measure. */
const GENERAL_WORDS = 10

const isGeneral = (text: string): boolean => {
	if (NOTHING.test(text)) return true
	if (HARD.test(text) || countWords(text) > GENERAL_WORDS) return false
	const [, state, next = ''] =
		/\b(?:should|must) (be|have|mean|thrive|get)\b ?(\p{L}*)/u.exec(text) ?? []
	return SOFT.test(text) || (state !== undefined && baseOf(next, 'participle') === null)
}

/** Reasons why a statement is not ready for voters: the quality part of what is shown first. */
export const faultsOf = (text: string, sides: Sides, named: Named): Rewording[] => {
	const faults: (readonly [boolean, Rewording])[] = [
		[FIRST_PERSON.test(text), 'first-person'],
		[POINTS.test(text) || ADDRESSES.test(text), 'dangling'],
		[!startsWell(text) || isTitled(text), 'no-verb'],
		[isGeneral(text), 'general'],
		[SECOND.test(text) || secondDemands(text, tokensOf(text)).length > 0, 'compound'],
		[countWords(text) > MOST_WORDS, 'too-long'],
		[sides.isNamed(text) || namedIn(text, named).length > 0, 'names-someone'],
		[SAID.test(text), 'is-reported'],
	]
	return faults.filter(([is]) => is).map(([, reason]) => reason)
}
