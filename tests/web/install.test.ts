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
	const heard = vi.fn()
	install.subscribe(heard)
	const prompt = vi.fn(async () => undefined)
	const offer = (): Event => {
		const event = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), { prompt })
		target.dispatchEvent(event)
		return event
	}
	return { target, install, heard, prompt, offer }
}

it('install prompt is deferred until the voter asks', async () => {
	const { install, heard, prompt, offer } = setUp()
	expect(install.way()).toBe('none')
	expect(offer().defaultPrevented).toBe(true)
	expect(install.way()).toBe('ask')
	expect(heard).toHaveBeenCalled()
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
	const { target, install, heard, offer } = setUp()
	offer()
	heard.mockClear()
	target.dispatchEvent(new Event('appinstalled'))
	expect(install.way()).toBe('none')
	expect(heard).toHaveBeenCalled()
})
