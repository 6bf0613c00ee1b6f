import { beforeEach, describe, expect, it, vi } from 'vitest'
import { createUpdates, isOffered, type Registration } from '#web/app/app-update.ts'

const HOUR = 60 * 60_000

/** A worker as far as a page sees it. */
const createWorker = () => {
	const sent: unknown[] = []
	const worker = Object.assign(new EventTarget(), {
		postMessage: (data: unknown) => sent.push(data),
	})
	// A page uses no more of one.
	return { worker: worker as unknown as ServiceWorker, sent }
}

/** The browser: a registration and a container whose workers the test changes, and a clock that it turns. */
const createBrowser = (controller: ServiceWorker | null) => {
	const update = vi.fn(() => Promise.resolve(registration))
	const registration = Object.assign(new EventTarget(), {
		active: controller,
		waiting: null as ServiceWorker | null,
		installing: null as ServiceWorker | null,
		update,
	})
	const container = Object.assign(new EventTarget(), { controller })
	let returned = (): void => undefined
	let look = (): void => undefined
	const browser = {
		registration,
		container,
		update,
		reload: vi.fn(),
		now: 5,
		every: 0,
		register: vi.fn(async () => registration as unknown as Registration),
		comeBack: () => returned(),
		passHour: () => look(),
		/** A new version is found and installed; it waits where another one is active. */
		install(worker: ServiceWorker) {
			registration.installing = worker
			registration.dispatchEvent(new Event('updatefound'))
			registration.installing = null
			registration.waiting = worker
			worker.dispatchEvent(new Event('statechange'))
		},
		takeOver(worker: ServiceWorker) {
			Object.assign(registration, { waiting: null, active: worker })
			container.controller = worker
			container.dispatchEvent(new Event('controllerchange'))
		},
	}
	const updates = createUpdates({
		workers: container as unknown as ServiceWorkerContainer,
		register: browser.register,
		reload: browser.reload,
		now: () => browser.now,
		every: (ms, run) => {
			browser.every = ms
			look = run
		},
		onReturn: (run) => {
			returned = run
		},
	})
	return { browser, updates }
}

let first: ReturnType<typeof createWorker>
let second: ReturnType<typeof createWorker>
beforeEach(() => {
	first = createWorker()
	second = createWorker()
})

describe('a new version', () => {
	it('is offered when it waits, takes over on a yes, and reloads the page once', async () => {
		const { browser, updates } = createBrowser(first.worker)
		await updates.start(first.worker)
		const drawn = vi.fn()
		updates.subscribe(drawn)
		browser.install(second.worker)
		expect(isOffered(updates.state())).toBe(true)
		expect(drawn).toHaveBeenCalledOnce()
		expect(second.sent).toEqual([])
		updates.accept()
		expect(second.sent).toEqual([{ type: 'SKIP_WAITING' }])
		expect(browser.reload).not.toHaveBeenCalled()
		browser.takeOver(second.worker)
		browser.takeOver(second.worker)
		expect(browser.reload).toHaveBeenCalledOnce()
	})

	it('that waits since before the page began is offered too', async () => {
		const { browser, updates } = createBrowser(first.worker)
		browser.registration.waiting = second.worker
		await updates.start(first.worker)
		expect(isOffered(updates.state())).toBe(true)
	})

	it('that is being installed when the page begins is not missed', async () => {
		const { browser, updates } = createBrowser(first.worker)
		browser.registration.installing = second.worker
		await updates.start(first.worker)
		browser.registration.waiting = second.worker
		second.worker.dispatchEvent(new Event('statechange'))
		expect(isOffered(updates.state())).toBe(true)
	})

	it('that took over before the page had a look reloads it: the page is of the old one', async () => {
		const { browser, updates } = createBrowser(second.worker)
		await updates.start(first.worker)
		expect(browser.reload).toHaveBeenCalledOnce()
	})

	it('that comes with a question on screen waits until it is left', async () => {
		const { browser, updates } = createBrowser(first.worker)
		updates.question(true)
		await updates.start(first.worker)
		browser.install(second.worker)
		expect(isOffered(updates.state())).toBe(false)
		browser.takeOver(second.worker)
		expect(browser.reload).not.toHaveBeenCalled()
		updates.question(false)
		updates.question(false)
		expect(browser.reload).toHaveBeenCalledOnce()
	})
})

describe('a first visit', () => {
	it('offers nothing and is not reloaded when its worker claims it', async () => {
		const { browser, updates } = createBrowser(null)
		await updates.start(null)
		browser.install(first.worker)
		expect(isOffered(updates.state())).toBe(false)
		browser.takeOver(first.worker)
		expect(browser.reload).not.toHaveBeenCalled()
	})

	it('is reloaded by an update that comes in it', async () => {
		const { browser, updates } = createBrowser(null)
		await updates.start(null)
		browser.install(first.worker)
		browser.takeOver(first.worker)
		browser.install(second.worker)
		updates.accept()
		browser.takeOver(second.worker)
		expect(browser.reload).toHaveBeenCalledOnce()
	})

	it('that was claimed while the page was still loading counts what follows as an update', async () => {
		const { browser, updates } = createBrowser(first.worker)
		await updates.start(null)
		expect(browser.reload).not.toHaveBeenCalled()
		browser.takeOver(second.worker)
		expect(browser.reload).toHaveBeenCalledOnce()
	})
})

describe('looking for a new version', () => {
	it('happens every hour on a page that stays open', async () => {
		const { browser, updates } = createBrowser(first.worker)
		await updates.start(first.worker)
		expect(browser.every).toBe(HOUR)
		expect(browser.update).not.toHaveBeenCalled()
		browser.passHour()
		expect(browser.update).toHaveBeenCalledOnce()
	})

	it('happens when the page is come back to, but not at every glance', async () => {
		const { browser, updates } = createBrowser(first.worker)
		await updates.start(first.worker)
		browser.comeBack()
		expect(browser.update).not.toHaveBeenCalled()
		browser.now += 10 * 60_000
		browser.comeBack()
		browser.comeBack()
		expect(browser.update).toHaveBeenCalledOnce()
	})

	it('happens at once when the server takes nothing more, and offers what was put off', async () => {
		const { browser, updates } = createBrowser(first.worker)
		await updates.start(first.worker)
		browser.install(second.worker)
		updates.later()
		expect(isOffered(updates.state())).toBe(false)
		updates.need()
		expect(browser.update).toHaveBeenCalledOnce()
		expect(isOffered(updates.state())).toBe(true)
	})

	it('does no harm without a connection', async () => {
		const { browser, updates } = createBrowser(first.worker)
		await updates.start(first.worker)
		browser.update.mockRejectedValueOnce(new TypeError('Failed to fetch'))
		expect(browser.passHour).not.toThrow()
	})

	it('does not happen where the browser refuses a worker, as Firefox does without cookies', async () => {
		const { browser, updates } = createBrowser(null)
		browser.register.mockRejectedValue(new DOMException('insecure', 'SecurityError'))
		await expect(updates.start(null)).resolves.toBeUndefined()
		expect(isOffered(updates.state())).toBe(false)
	})

	it('does not happen where the platform has no workers, like a page without TLS', async () => {
		const register = vi.fn()
		const updates = createUpdates({
			workers: undefined,
			register,
			reload: vi.fn(),
			now: () => 0,
			every: vi.fn(),
			onReturn: vi.fn(),
		})
		await updates.start(null)
		updates.need()
		expect(register).not.toHaveBeenCalled()
	})
})
