/**
 * Wakes React when the page returns from the back/forward cache. Firefox drops messages that are posted on the way there.
 * React's scheduler posts no other before the last arrives, so it would never render again. A message too many does
 * nothing.
 */
export const wakeReact = (): void => {
	const { postMessage } = MessagePort.prototype
	let port: MessagePort | null = null
	MessagePort.prototype.postMessage = function (this: MessagePort, ...args: unknown[]): void {
		// React posts null.
		if (args[0] === null) port = this
		Reflect.apply(postMessage, this, args)
	}
	addEventListener('pageshow', ({ persisted }) => {
		if (persisted) port?.postMessage(null)
	})
}
