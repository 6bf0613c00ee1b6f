/** A candidate's initials, where there is no logo: of the first name and of the last. */
export const initialsOf = (name: string): string =>
	name
		.split(/\s+/)
		.flatMap((word) => word.charAt(0))
		.filter((_, index, all) => index === 0 || index === all.length - 1)
		.join('')
		.toUpperCase()
