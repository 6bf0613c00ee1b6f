/**
 * Makes something when it is asked for first, and once. For formats: each takes milliseconds to make on a phone, and a page
 * that shows none would wait for them.
 */
export const lazily = <Value extends object>(make: () => Value): (() => Value) => {
	let made: Value | null = null
	return () => {
		made ??= make()
		return made
	}
}
