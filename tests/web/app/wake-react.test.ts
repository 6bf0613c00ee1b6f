import { expect, it, vi } from 'vitest'
import { wakeReact } from '#web/app/wake-react.ts'

it('repeats the last message of React after the back/forward cache', async () => {
	const own = MessagePort.prototype.postMessage
	try {
		wakeReact()
		const { port1, port2 } = new MessageChannel()
		const arrived = vi.fn()
		port1.onmessage = arrived
		dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
		port2.postMessage(null)
		dispatchEvent(new PageTransitionEvent('pageshow', { persisted: false }))
		dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
		await vi.waitFor(() => expect(arrived).toHaveBeenCalledTimes(2))
		port1.close()
	} finally {
		MessagePort.prototype.postMessage = own
	}
})
