import { expect, it, vi } from 'vitest'
import { createInstall } from '#web/app/install.ts'

const setUp = (device: { installed?: boolean; byHand?: boolean; early?: Event[] } = {}) => {
	const target = new EventTarget()
	const install = createInstall({
		target,
		installed: false,
		byHand: false,
		...device,
	})
	const listener = vi.fn()
	install.subscribe(listener)
	const prompt = vi.fn(async () => undefined)
	const offer = (): Event => {
		const event = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), { prompt })
		target.dispatchEvent(event)
		return event
	}
	return { target, install, listener, prompt, offer }
}

it('install prompt is deferred until the voter asks', async () => {
	const { install, listener, prompt, offer } = setUp()
	expect(install.way()).toBe('none')
	expect(offer().defaultPrevented).toBe(true)
	expect(install.way()).toBe('ask')
	expect(listener).toHaveBeenCalled()
	expect(prompt).not.toHaveBeenCalled()
	await install.ask()
	expect(prompt).toHaveBeenCalledOnce()
})

it('install offer is valid for one prompt until the next offer', async () => {
	const { install, prompt, offer } = setUp()
	offer()
	await install.ask()
	expect(install.way()).toBe('none')
	await install.ask()
	expect(prompt).toHaveBeenCalledOnce()
	offer()
	expect(install.way()).toBe('ask')
})

it('install instructions appear on platforms without a prompt', () => {
	expect(setUp({ byHand: true }).install.way()).toBe('by-hand')
})

it('install is not offered once the app is installed', () => {
	const already = setUp({ installed: true, byHand: true })
	already.offer()
	expect(already.install.way()).toBe('none')
	const { target, install, listener, offer } = setUp()
	offer()
	listener.mockClear()
	target.dispatchEvent(new Event('appinstalled'))
	expect(install.way()).toBe('none')
	expect(listener).toHaveBeenCalled()
})
