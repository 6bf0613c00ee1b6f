/** What the browser said of installing the app before the part that deals with it was there: it makes its offer once. */
export const earlyOffers: Event[] = []

for (const type of ['beforeinstallprompt', 'appinstalled']) {
	addEventListener(type, (event) => {
		// The browser would ask by itself otherwise, in the middle of something else.
		event.preventDefault()
		earlyOffers.push(event)
	})
}
