// Looks that components share with the first policy, which is drawn without them.

/** Shrinks long texts, and all on low screens, so that a phone shows the text without scrolling. */
export const sizeOf = (text: string): string =>
	text.length > 220
		? 'text-[clamp(1rem,2.8svh,1.25rem)]'
		: text.length > 120
			? 'text-[clamp(1.125rem,3.2svh,1.5rem)]'
			: 'text-[clamp(1.25rem,4svh,1.7rem)]'

export const initialsOf = (name: string): string =>
	name
		.split(/\s+/)
		.flatMap((word) => word.charAt(0))
		.filter((_, index, all) => index === 0 || index === all.length - 1)
		.join('')
		.toUpperCase()
