import { createBrowserHistory } from '@tanstack/react-router'
import { test as base, expect } from 'vitest'
import type { Role } from '#domain/types.ts'
import type { Log } from '#server/log.ts'
import type { Fault } from '../e2e/faulty-proxy.ts'
import { type Send, sendAs } from './administrator.ts'
import type { RegisteredVoter } from './built-server.ts'
import { resizeTo } from './dom.ts'
import { keyboard, Locator, renewUser } from './page.ts'
import { createTestServer, type TestServer, type Voter } from './server.ts'

// Runs the real app in a DOM, against the real server in the same process.

/** Origin of calls that bypass the faulty network. */
const BESIDE = 'http://beside.test'

export type Matching = string | RegExp | ((url: URL) => boolean)

interface Answer {
	readonly status?: number
	readonly headers?: Readonly<Record<string, string>>
	readonly contentType?: string
	readonly body?: string
	readonly json?: unknown
}

const responseOf = ({ status = 200, headers, contentType, body, json }: Answer): Response =>
	new Response(json === undefined ? (body ?? '') : JSON.stringify(json), {
		status,
		headers: {
			...(json !== undefined && { 'content-type': 'application/json' }),
			...(contentType !== undefined && { 'content-type': contentType }),
			...headers,
		},
	})

const lost = (): never => {
	throw new TypeError('Failed to fetch')
}

/** A request of the page that a test intercepts. */
class Route {
	readonly request: Request
	readonly #pass: () => Promise<Response>
	#reply: (reply: () => Response | Promise<Response>) => void = () => undefined
	readonly replied = new Promise<() => Response | Promise<Response>>((resolve) => {
		this.#reply = resolve
	})

	constructor(request: Request, pass: () => Promise<Response>) {
		this.request = request
		this.#pass = pass
	}
	/** Sends the request to the server without answering the page. */
	fetch(): Promise<Response> {
		return this.#pass()
	}
	fulfill(answer: Answer | Response): void {
		this.#reply(() => (answer instanceof Response ? answer : responseOf(answer)))
	}
	abort(): void {
		this.#reply(lost)
	}
	continue(): void {
		this.#reply(this.#pass)
	}
}

interface Rule {
	readonly url: Matching
	readonly handle: (route: Route) => unknown
	left: number
}

const matches = (matching: Matching, url: URL): boolean => {
	if (typeof matching === 'function') return matching(url)
	if (matching instanceof RegExp) return matching.test(url.href)
	const pattern = matching
		.replaceAll(/[.+^${}()|[\]\\]/g, '\\$&')
		.replaceAll('?', '\\?')
		.replaceAll('**', '§')
		.replaceAll('*', '[^/]*')
		.replaceAll('§', '.*')
	return new RegExp(`^${pattern}$`).test(url.href)
}

/** Rejects when the request is aborted, as `fetch` does. */
const unlessAborted = <Value>(signal: AbortSignal, work: Promise<Value>): Promise<Value> =>
	new Promise((resolve, reject) => {
		const abort = (): void => reject(signal.reason as Error)
		work.then(resolve, reject)
		if (signal.aborted) return abort()
		signal.addEventListener('abort', abort)
	})

/** The network between the page and the server. */
export class Network {
	readonly seen: Request[] = []
	#rules: Rule[] = []
	#underWay = 0
	#released: (() => void)[] = []
	readonly #intercepted = new Set<Route>()
	serve: TestServer['fetch'] = lost

	/** Intercepts matching requests. The latest rule wins. */
	route(url: Matching, handle: Rule['handle'], times = Number.POSITIVE_INFINITY): void {
		this.#rules.unshift({ url, handle, left: times })
	}
	unroute(url?: Matching): void {
		this.#rules = url === undefined ? [] : this.#rules.filter((rule) => `${rule.url}` !== `${url}`)
	}
	break(url: Matching, fault: Fault, times?: number): void {
		this.route(
			url,
			async (route) => {
				if (fault.kind === 'answer') return route.fulfill(fault)
				if (fault.kind === 'down') return route.abort()
				if (fault.kind === 'hang') return
				if (fault.kind === 'delay') {
					await new Promise((resolve) => setTimeout(resolve, fault.ms))
					return route.continue()
				}
				const reply = await route.fetch()
				if (fault.kind === 'cut') return route.abort()
				await new Promise<void>((resolve) => this.#released.push(resolve))
				route.fulfill(reply)
			},
			times,
		)
	}
	/** Holds matching requests. @returns a function that releases them and all later ones. */
	hold(url: Matching, passed?: () => void): () => void {
		let release = (): void => undefined
		const released = new Promise<void>((resolve) => {
			release = resolve
		})
		this.route(url, async (route) => {
			await released
			route.continue()
			passed?.()
		})
		return release
	}
	/** Number of replies that a fault holds. */
	held(): number {
		return this.#released.length
	}
	/** Removes all faults and releases held requests. */
	mend(): void {
		this.unroute()
		for (const release of this.#released.splice(0)) release()
	}
	/** Aborts held requests and waits for the others. */
	async end(): Promise<void> {
		for (const route of this.#intercepted) route.abort()
		for (let turn = 0, quiet = 0; quiet < 3 && turn < 500; turn++) {
			await new Promise((resolve) => setTimeout(resolve, 2))
			quiet = this.#underWay > 0 ? 0 : quiet + 1
		}
	}
	setOffline(offline: boolean): void {
		if (navigator.onLine !== offline) return
		Object.defineProperty(navigator, 'onLine', { configurable: true, value: !offline })
		dispatchEvent(new Event(offline ? 'offline' : 'online'))
	}
	/** Waits until no request has been in flight for a moment. */
	async idle(): Promise<void> {
		for (let quiet = 0; quiet < 10; quiet++) {
			await new Promise((resolve) => setTimeout(resolve, 10))
			if (this.#underWay > 0) quiet = 0
		}
	}
	/** Write requests, as "METHOD path". */
	writes(): string[] {
		const changing = this.seen.filter(({ method }) => method !== 'GET')
		return changing.map(({ method, url }) => `${method} ${new URL(url).pathname}`)
	}

	async #pass(request: Request): Promise<Response> {
		const reply = await this.serve(request)
		const headers = new Headers(reply.headers)
		// HTTP servers add a Date header.
		headers.set('date', new Date().toUTCString())
		const { status, statusText } = reply
		return new Response(reply.body, { status, statusText, headers })
	}
	readonly fetch = async (input: RequestInfo | URL, init?: RequestInit): Promise<Response> => {
		this.#underWay++
		return this.#answer(input, init).finally(() => this.#underWay--)
	}
	async #answer(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
		const url = new URL(input instanceof Request ? input.url : String(input), location.href)
		const request = new Request(url, input instanceof Request ? input : init)
		if (url.origin === BESIDE) return this.serve(request)
		if (!navigator.onLine) return lost()
		this.seen.push(request.clone())
		const rule = this.#rules.find((each) => each.left > 0 && matches(each.url, url))
		if (rule === undefined) return unlessAborted(request.signal, this.#pass(request))
		rule.left--
		const route = new Route(request, () => this.#pass(request))
		this.#intercepted.add(route)
		Promise.resolve(rule.handle(route)).catch(reportError)
		const answer = route.replied.then((reply) => {
			this.#intercepted.delete(route)
			return reply()
		})
		return unlessAborted(request.signal, answer)
	}
}

export const network = new Network()
globalThis.fetch = network.fetch

/** Pauses of the app in ms, such as the reading time of a question or the search debounce. */
const isPause = (ms: number): boolean => ms >= 200 && ms <= 2000
const { setTimeout: start } = globalThis
/** Shortens pauses, which occur by the thousand in a run. Tests wait for the effect, not for a duration. */
const hurried = (act: (...args: unknown[]) => void, ms = 0, ...args: unknown[]) =>
	start(act, isPause(ms) ? ms / 20 : ms, ...args)
globalThis.setTimeout = Object.assign(hurried, start)

/** Loads the app, once per worker. {@link Page.close} removes what a test leaves behind. */
const load = async () => {
	resizeTo(390, 844)
	document.body.innerHTML = '<div id="root"></div>'
	const { draw, drawn } = await import('#web/main.tsx')
	const first = await drawn
	first.unmount()
	const [
		{ router },
		{ session },
		{ store },
		{ toasts },
		{ testFeature },
		{ capabilities },
		{ queryClient },
	] = await Promise.all([
		import('#web/router.tsx'),
		import('#web/app/session.ts'),
		import('#web/app/store.ts'),
		import('#web/ui/toast.ts'),
		import('#web/app/test-feature.ts'),
		import('#web/app/capabilities.ts'),
		import('#web/features/admin/kit/queries.ts'),
	])
	return { draw, router, session, store, toasts, testFeature, capabilities, queryClient }
}
type App = Awaited<ReturnType<typeof load>>
let loading: Promise<App> | undefined

/** Health reply of a server that implements only the specification: no capabilities. */
const PLAIN_HEALTH: Answer = { json: { status: 'ok' } }

/** The page, with Playwright's method names. */
export class Page extends Locator {
	readonly keyboard = keyboard
	readonly #app: App
	#root: { unmount(): void } | null = null

	constructor(app: App) {
		super(() => [document.body], '')
		this.#app = app
	}

	#leave(): void {
		this.#root?.unmount()
		// Otherwise it waits for the unmounted page to render.
		this.#app.router.startTransition = async (act) => {
			act()
			return false
		}
		this.#root = null
	}
	async #draw(): Promise<void> {
		const { router, session, capabilities, draw, queryClient } = this.#app
		session.reload()
		capabilities.reload()
		// A new page load has no memory of sign-outs and replies.
		Object.assign(session.get(), { ended: null })
		queryClient.clear()
		router.history.destroy()
		router.update({ ...router.options, history: createBrowserHistory() } as never)
		router.clearCache()
		await router.load()
		const place = document.createElement('div')
		place.id = 'root'
		document.getElementById('root')?.replaceWith(place)
		this.#root = await draw()
	}
	/** Opens an address like a page load, except that module state persists. */
	async goto(address: string): Promise<void> {
		this.#leave()
		history.pushState(null, '', address)
		await this.#draw()
	}
	async reload(): Promise<void> {
		this.#leave()
		await this.#draw()
	}
	async goBack(): Promise<void> {
		history.back()
	}
	async goForward(): Promise<void> {
		history.forward()
	}
	async setViewportSize({ width, height }: { width: number; height: number }): Promise<void> {
		resizeTo(width, height)
	}
	url(): string {
		return location.href
	}
	route(url: Matching, handle: Rule['handle']): void {
		network.route(url, handle)
	}
	unroute(url?: Matching): void {
		network.unroute(url)
	}
	/** Removes all capabilities of the server, from the next page load on. */
	lackCapabilities(): void {
		localStorage.removeItem('evenhand.capabilities')
		network.route('**/api/health', (route) => route.fulfill(PLAIN_HEALTH))
	}
	/** Stores a voter's sign-in for the next page load. */
	signIn({ token, user }: RegisteredVoter): void {
		localStorage.setItem('token', token)
		localStorage.setItem('userData', JSON.stringify(user))
	}
	/** Unmounts the app, signs out, and clears all storage. */
	async close(): Promise<void> {
		const { session, store, toasts } = this.#app
		this.#leave()
		resizeTo(390, 844)
		network.mend()
		network.setOffline(false)
		network.seen.length = 0
		history.pushState(null, '', '/settings')
		if (session.token() !== null) session.signOut()
		// A late reply would be stored for the next test.
		await network.end()
		localStorage.clear()
		sessionStorage.clear()
		await store.db.transaction('rw', store.db.tables, () =>
			Promise.all(store.db.tables.map((table) => table.clear())),
		)
		for (const { id } of toasts.all()) toasts.close(id)
		renewUser()
	}
}

export interface Server extends TestServer {
	readonly origin: string
	/** An administrator whose calls bypass the page. */
	readonly first: Voter
}

interface Fixtures {
	$file: { readonly server: Server }
	$test: {
		readonly page: Page
		readonly network: Network
		readonly voter: RegisteredVoter
		readonly admin: RegisteredVoter
		readonly send: Send
	}
}

/** Registers a user without the page. Default role: voter. */
export const registerUser = async (
	server: Server,
	...roles: readonly Role[]
): Promise<RegisteredVoter> => {
	const { user, password, token } = await server.registerVoter(
		undefined,
		roles.length > 0 ? [...roles] : undefined,
	)
	return { username: user.username, password, token, user }
}

const startServer = async (): Promise<Server> => {
	// A server error fails the test, as an error of the page does.
	const log: Log = (level, ...details) => level === 'error' && console.error(...details)
	const server = await createTestServer({ sample: true, log })
	Object.defineProperty(server.clock, 'now', { get: () => new Date() })
	network.serve = server.fetch
	const first = await server.registerVoter('admin', ['ROLE_ADMIN'])
	return { ...server, first, origin: BESIDE }
}
/** Server of the current test file. */
let started: { readonly testPath: string; readonly server: Promise<Server> } | null = null

/** Screen tests. Each begins with the app closed and the device empty. Tests of a file share a server. */
export const test = base.extend<Fixtures['$test'] & Fixtures['$file']>({
	server: [
		// biome-ignore lint/correctness/noEmptyPattern: vitest reads a fixture's needs from this pattern.
		async ({}, use) => {
			// `test` and `adminTest` each call this. A second server would empty the database of the first.
			const { testPath = '' } = expect.getState()
			if (started?.testPath !== testPath) started = { testPath, server: startServer() }
			await use(await started.server)
		},
		{ scope: 'file' },
	],
	page: async ({ server }, use) => {
		network.serve = server.fetch
		loading ??= load()
		const page = new Page(await loading)
		await use(page)
		await page.close()
	},
	// biome-ignore lint/correctness/noEmptyPattern: see above.
	network: async ({}, use) => use(network),
	voter: async ({ page, server }, use) => {
		const voter = await registerUser(server)
		page.signIn(voter)
		await use(voter)
	},
	admin: async ({ page, server }, use) => {
		const admin = await registerUser(server, 'ROLE_ADMIN')
		page.signIn(admin)
		await use(admin)
	},
	send: async ({ server, admin }, use) => {
		if (admin.username === server.first.user.username)
			throw new Error("the administrator must differ from the server's first")
		await use(sendAs(server.origin, server.first.token))
	},
})

/** Screen tests with an administrator signed in. */
export const adminTest = test.extend<{ signedIn: RegisteredVoter }>({
	signedIn: [async ({ admin }, use) => use(admin), { auto: true }],
})

/** Fills and submits the open sign-in form. */
export const sendSignIn = async (
	page: Page,
	{ username, password }: Pick<RegisteredVoter, 'username' | 'password'>,
): Promise<void> => {
	await page.getByLabel('Username').fill(username)
	await page.getByLabel('Password', { exact: true }).fill(password)
	await page.getByRole('button', { name: 'Sign in' }).click()
}

/** The topmost dialog. */
export const dialog = (page: Page): Locator => page.getByRole('dialog').last()

/** Visible field of the topmost dialog; hidden tabs contain fields too. */
export const field = (page: Page, label: string): Locator =>
	dialog(page).getByLabel(label).filter({ visible: true })

/** Searches and waits for the results. */
export const searchFor = async (page: Page, label: string, term: string): Promise<void> => {
	await page.getByRole('searchbox', { name: label }).fill(term)
	await expect(page).toHaveURL((url) => url.searchParams.get('search') === term)
}
