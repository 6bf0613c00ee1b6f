/** How long what can wait stays away from a page whose first screen does not come, in ms. */
const PATIENCE_MS = 10_000

let settle = (): void => undefined

/**
 * Resolves once the page's first screen is there. Whatever else the app fetches, itself for the next visit above all,
 * begins then: on a poor connection it would be in the way.
 */
export const firstRender = new Promise<void>((resolve) => {
	settle = resolve
	setTimeout(resolve, PATIENCE_MS)
})

/** Said by whoever draws the first screen; once is enough. */
export const reportFirstRender = (): void => settle()
