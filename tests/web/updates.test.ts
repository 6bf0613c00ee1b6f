import { beforeEach, describe, expect, it, vi } from 'vitest'
import { createUpdates, isOffered, type Registration } from '#web/app/app-update.ts'

const HOUR = 60 * 60_000

const createWorker = () => {
	const sent: unknown[] = []
	const worker = Object.assign(new EventTarget(), {
		postMessage: (data: unknown) => sent.push(data),
	})
	return { worker: worker as unknown as ServiceWorker, sent }
}

/** Fake registration, worker container, and clock under the test's control. */
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
		/** Installs a version, which waits if another one is active. */
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

describe('new version', () => {
	it('is offered, takes over when accepted, and reloads once', async () => {
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

	it('is offered if it waited before the page started', async () => {
		const { browser, updates } = createBrowser(first.worker)
		browser.registration.waiting = second.worker
		await updates.start(first.worker)
		expect(isOffered(updates.state())).toBe(true)
	})

	it('is offered if it was installing when the page started', async () => {
		const { browser, updates } = createBrowser(first.worker)
		browser.registration.installing = second.worker
		await updates.start(first.worker)
		browser.registration.waiting = second.worker
		second.worker.dispatchEvent(new Event('statechange'))
		expect(isOffered(updates.state())).toBe(true)
	})

	it('reloads the page if it took over before the start', async () => {
		const { browser, updates } = createBrowser(second.worker)
		await updates.start(first.worker)
		expect(browser.reload).toHaveBeenCalledOnce()
	})

	it('waits until the question is left', async () => {
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

describe('first visit', () => {
	it('does not reload when its worker claims the page', async () => {
		const { browser, updates } = createBrowser(null)
		await updates.start(null)
		browser.install(first.worker)
		expect(isOffered(updates.state())).toBe(false)
		browser.takeOver(first.worker)
		expect(browser.reload).not.toHaveBeenCalled()
	})

	it('reloads for an update during the same visit', async () => {
		const { browser, updates } = createBrowser(null)
		await updates.start(null)
		browser.install(first.worker)
		browser.takeOver(first.worker)
		browser.install(second.worker)
		updates.accept()
		browser.takeOver(second.worker)
		expect(browser.reload).toHaveBeenCalledOnce()
	})

	it('treats a takeover after an early claim as an update', async () => {
		const { browser, updates } = createBrowser(first.worker)
		await updates.start(null)
		expect(browser.reload).not.toHaveBeenCalled()
		browser.takeOver(second.worker)
		expect(browser.reload).toHaveBeenCalledOnce()
	})
})

describe('update check', () => {
	it('runs every hour on an open page', async () => {
		const { browser, updates } = createBrowser(first.worker)
		await updates.start(first.worker)
		expect(browser.every).toBe(HOUR)
		expect(browser.update).not.toHaveBeenCalled()
		browser.passHour()
		expect(browser.update).toHaveBeenCalledOnce()
	})

	it('runs on return to the page, but not too often', async () => {
		const { browser, updates } = createBrowser(first.worker)
		await updates.start(first.worker)
		browser.comeBack()
		expect(browser.update).not.toHaveBeenCalled()
		browser.now += 10 * 60_000
		browser.comeBack()
		browser.comeBack()
		expect(browser.update).toHaveBeenCalledOnce()
	})

	it('runs at once when the server requires an update', async () => {
		const { browser, updates } = createBrowser(first.worker)
		await updates.start(first.worker)
		browser.install(second.worker)
		updates.later()
		expect(isOffered(updates.state())).toBe(false)
		updates.need()
		expect(browser.update).toHaveBeenCalledOnce()
		expect(isOffered(updates.state())).toBe(true)
	})

	it('ignores a failed check', async () => {
		const { browser, updates } = createBrowser(first.worker)
		await updates.start(first.worker)
		browser.update.mockRejectedValueOnce(new TypeError('Failed to fetch'))
		expect(browser.passHour).not.toThrow()
	})

	it('is skipped if the browser rejects workers (Firefox without cookies)', async () => {
		const { browser, updates } = createBrowser(null)
		browser.register.mockRejectedValue(new DOMException('insecure', 'SecurityError'))
		await expect(updates.start(null)).resolves.toBeUndefined()
		expect(isOffered(updates.state())).toBe(false)
	})

	it('is skipped without service workers (no TLS)', async () => {
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
