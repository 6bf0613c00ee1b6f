/** Not in every browser, whatever the type says: the badge of an installed app. */
type BadgeApi = Partial<Pick<Navigator, 'setAppBadge' | 'clearAppBadge'>>

/** Shows how much waits to be sent on the app's icon, where the browser can. Nothing waits: no badge. */
export const showBadge = async (waiting: number): Promise<void> => {
	const api: BadgeApi = navigator
	try {
		await (waiting > 0 ? api.setAppBadge?.(waiting) : api.clearAppBadge?.())
	} catch {
		// Not allowed here (an embedded page, say): the bar of the page says it too.
	}
}
