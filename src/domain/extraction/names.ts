/** A text as a regular expression that matches it to the letter. */
export const literally = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** The last part of a full name, where it can stand for it. */
export const lastName = (name: string): string | null => {
	const last = name.trim().split(/\s+/u).at(-1) ?? ''
	return last.length > 2 && last !== name.trim() ? last : null
}

/** A full name and its last part, as far as they are long enough to mean somebody. */
export const nameParts = (name: string): string[] =>
	[name.trim(), lastName(name)].filter((part) => part !== null && part.length > 2) as string[]

/** A sentence in which a candidate or party speaks of themselves by name, in words that any party uses of itself. */
export const asParty = (text: string, names: readonly string[]): string => {
	if (names.length === 0) return text
	const parts = names.flatMap(nameParts).map(literally)
	if (parts.length === 0) return text
	const pattern = new RegExp(
		`(?<![\\p{L}\\p{N}])(?:[Tt]he )?(?:${parts.join('|')})(?![\\p{L}\\p{N}])`,
		'gu',
	)
	return text.replace(pattern, 'the party')
}
