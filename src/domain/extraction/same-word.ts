/** A word without the endings that its forms have: "raise", "raises", "raised" and "raising" are one. */
const stemOf = (word: string): string => {
	if (/\p{N}/u.test(word) || word.length < 4) return word
	const bare = word
		.replace(/(?:ies|ied)$/u, 'y')
		.replace(/(?<=\p{L}{3})(?:ing|ed|es|s)$/u, '')
		.replace(/(?<=\p{L}{3})e$/u, '')
	// "planned", "cutting"
	return /([b-df-hj-np-tv-z])\1$/u.test(bare) && !/(?:ll|ss)$/u.test(bare)
		? bare.slice(0, -1)
		: bare
}

/** Whether two words are forms of one. Figures are the same to the letter only. */
export const isSameWord = (one: string, other: string): boolean =>
	one === other || stemOf(one) === stemOf(other)
