/** Badging API, which some browsers lack despite the type. */
type BadgeApi = Partial<Pick<Navigator, 'setAppBadge' | 'clearAppBadge'>>

/** Shows the number of unsent entries on the app's icon, if supported. 0 clears it. */
export const showBadge = async (waiting: number): Promise<void> => {
	const api: BadgeApi = navigator
	try {
		await (waiting > 0 ? api.setAppBadge?.(waiting) : api.clearAppBadge?.())
	} catch {
		// Not allowed, e.g. in an embedded page. The page's bar shows it too.
	}
}
