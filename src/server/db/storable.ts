/** Whether PostgreSQL can hold a text: not with NUL, nor with half of a surrogate pair. */
export const isStorable = (text: string): boolean =>
	!text.includes('\0') && !/\p{Surrogate}/u.test(text)
