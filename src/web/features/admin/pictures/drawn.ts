/** A bar of a picture: what it is of, and how long it is. */
export interface DrawnBar {
	readonly label: string
	readonly value: number
}

/** The colours as they are at the moment: they follow the theme. */
export interface Colours {
	readonly text: string
	readonly line: string
	/** Of the looks that were asked for, in their order. */
	readonly looks: readonly string[]
}

/** A picture that was drawn into an element, as wide as it is. */
export interface Drawn {
	/** Draws it again, in the colours of the moment. */
	redraw(): void
	/** Fits it to the element. */
	resize(): void
	/** Takes it away. */
	destroy(): void
}
