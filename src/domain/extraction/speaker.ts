import { literally, nameParts } from './names.ts'

/** Patterns over the text of one sentence that take its speaker out of it. Each is anchored or bounded: linear in time. */

/** Who speaks: the first person, the campaign, and the candidate and party by name. */
const SPEAKERS = `I|we|my (?:administration|government|campaign|party|team|plan)|our (?:administration|government|campaign|party|team|plan|manifesto|platform)|this (?:campaign|party|manifesto|platform|plan)|the party`
const PARTIES = `democrats|republicans|labour|conservatives|(?:the )?greens|the green party|liberal democrats|the lib dems|libertarians`

/** What may stand before what is to be done, all of it to be left out. What weakens a promise stays: "seek to", "hope to". */
const PROMISES = `will|shall|would|also|always|then|immediately|therefore|further|(?:am |are )?(?:commit|committed|going|proud|pledged|determined) to|(?:need|have|plan|intend|pledge|promise|propose|want|vow|like|wish) to|must|should`
const ADVERBS = `(?:\\p{L}+ly |also |therefore |still |always )*`

/** What a speaker's verb leaves: the deed itself, or the stance. */
const OPENINGS: readonly (readonly [from: string, to: string])[] = [
	[
		`(?:promise|pledge|vow|guarantee|believe) (?:that )?(?:I|we) (?:will|would|shall|must|should) (?!not\\b|never\\b)`,
		'',
	],
	[`(?:will|shall|would|must|should) (?:never|not ever) `, 'Never '],
	[
		`(?:will not|won't|shall not|would not|wouldn't|must not|should not|shouldn't|do not|don't) `,
		'Do not ',
	],
	[`(?:will|shall|would) be (?=\\p{L}+ing\\b)`, ''],
	// Not before "ending": "committed to ending" is kept as it is said.
	[`(?:(?:${PROMISES}) )+(?!(?!bring\\b)\\p{L}{3,}ing\\b|not\\b)(?=\\p{L})`, ''],
	[`believe in |(?:need|want) (?=(?:an?|the|more|fewer|less|better|new)\\b)`, ''],
	[`${ADVERBS}(?:believe|think|feel|hold|agree|argue|insist|demand|recommend|propose) that `, ''],
	[`(?:am|are) ${ADVERBS}opposed to `, 'Oppose '],
	[`(?:am|are) ${ADVERBS}in favou?r of `, 'Support '],
	[`(?:am|are) ${ADVERBS}calling for `, 'Call for '],
	[`(?:am|are) ${ADVERBS}committed to `, 'Commit to '],
	[
		`${ADVERBS}(?=(?:support|oppose|favou?r|back|reject|call for|demand|propose|endorse|urge|seek|want|pledge|commit|condemn|promise|advocate|recommend|welcome|stand)\\b)`,
		'',
	],
]

/** Contractions behind a speaker, written out. */
const written = (rest: string): string =>
	rest
		.replace(/^['’]ll /u, 'will ')
		.replace(/^['’]d /u, 'would ')
		.replace(/^['’]re /u, 'are ')
		.replace(/^['’]m /u, 'am ')
		.replace(/^(\p{L}+)n’t /u, "$1n't ")

/** In the third person: "Labour opposes". */
const THIRD =
	/^(supports|opposes|favou?rs|backs|rejects|demands|proposes|pledges|commits|promises|wants|calls|seeks|urges) /u

/** A sentence's first words that say nothing of what is to be done. */
const LEADS: readonly RegExp[] = [
	/^(?:and|but|so|also|then|therefore|however|moreover|furthermore|instead|finally|additionally|in addition|likewise|similarly|tonight|today|that's why|that’s why|that is why|this is why|for this reason|as such|first|firstly|second|secondly|third|thirdly|lastly|to this end|to that end|in short|indeed)\b,?\s+/iu,
	/^(?:if|when|once|as soon as) (?:I am |I'm |we are |I’m )?(?:re-?)?elected(?: (?:as|to|mayor|governor|president)[^,]{0,60})?, /iu,
	/^as (?:your|the|a|an|our) (?:next )?(?:representative|mayor|governor|president|senator|councillor|council ?member|member|mp|congress\p{L}*|candidate|prime minister|government|party)[^,]{0,60}, /iu,
	/^(?:in|with) (?:my|our) (?:first term|view|opinion|administration|government|leadership), /iu,
	/^under (?:my|our) (?:administration|government|leadership|plan|plans|proposals|policy|policies), /iu,
	/^let (?:us|’s|'s) /iu,
	/^let['’]s /iu,
	/^it(?:'s|’s| is) time (?:to|for (?:us|the country|congress|parliament) to) /iu,
]

const speakersOf = (names: readonly string[]): string => {
	const given = names.flatMap(nameParts)
	return [SPEAKERS, PARTIES, ...given.map((name) => `(?:the )?${literally(name)}`)].join('|')
}

/** Takes a text's first words off as long as one of the patterns fits. */
const withoutLead = (text: string): string => {
	let rest = text
	for (let turn = 0; turn < 4; turn++) {
		const pattern = LEADS.find((lead) => lead.test(rest))
		if (!pattern) return rest
		rest = rest.replace(pattern, '')
	}
	return rest
}

/** Without the speaker at a place where a clause begins. */
const clauseWithout = (clause: string, speakers: string): string => {
	const subject = new RegExp(`^(?:${speakers})(?= |'|’|, )`, 'iu').exec(clause)
	if (!subject) return clause
	const rest = written(
		clause
			.slice(subject[0].length)
			.replace(/^, [^,]{1,60},/u, '')
			.trimStart(),
	).replace(/^(?:also |therefore |now |already |both |all )+/u, '')
	const third = THIRD.exec(rest)
	if (third) return rest.replace(/s /u, ' ')
	for (const [from, to] of OPENINGS) {
		const opening = new RegExp(`^${from}`, 'iu')
		if (opening.test(rest)) return to + rest.replace(opening, '')
	}
	return clause
}

/** A statement without who says it: "And if elected, I will raise wages" becomes "raise wages". */
export const withoutSpeaker = (text: string, names: readonly string[]): string => {
	const speakers = speakersOf(names)
	const start = withoutLead(text)
	const whole = clauseWithout(start, speakers)
	if (whole !== start) return whole
	// "To protect the poor, we will …": the clause behind the first comma.
	const comma = start.search(/, (?=\p{L})/u)
	if (comma < 0) return start
	const later = clauseWithout(start.slice(comma + 2), speakers)
	return later === start.slice(comma + 2)
		? start
		: `${start.slice(0, comma + 2)}${later.charAt(0).toLowerCase()}${later.slice(1)}`
}

/** Without "our" and "my": "our schools" are the schools. */
export const withoutPossessives = (text: string): string =>
	text
		.replace(/\b(?:our|my) own\b/giu, 'the')
		.replace(/\b(?:our|my)\b(?= \p{L})/giu, (word) => (/^\p{Lu}/u.test(word) ? 'The' : 'the'))
