import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'
import { freePort } from '../support/free-port.ts'
import type { Engine, EngineBrowser, EnginePage, LaunchOptions } from './engine.ts'
import { driveBy, type Hands, type Point } from './found.ts'

// WebKitGTK, the engine of Safari, through WebKitWebDriver in a virtual screen. Debian: apt-get install
// webkit2gtk-driver xvfb python3-gi gir1.2-gtk-3.0 gir1.2-webkit2-4.1

const BROWSER = join(import.meta.dirname, 'webkit-browser.py')
const COMMAND_MS = 60_000
const START_MS = 30_000

/** WebKit's names of features. */
const FEATURES = { IndexedDB: 'IndexedDBAPI', serviceWorker: 'ServiceWorkers' } as const

/** Code points of WebDriver for keys without a character. */
const KEYS: Readonly<Record<string, string>> = {
	Backspace: '\uE003',
	Tab: '\uE004',
	Enter: '\uE007',
	Shift: '\uE008',
	Control: '\uE009',
	Escape: '\uE00C',
	Space: ' ',
	PageUp: '\uE00E',
	PageDown: '\uE00F',
	End: '\uE010',
	Home: '\uE011',
	ArrowLeft: '\uE012',
	ArrowUp: '\uE013',
	ArrowRight: '\uE014',
	ArrowDown: '\uE015',
	Delete: '\uE017',
}

/** Polls every 20 ms until `test` is true. */
const until = async (test: () => boolean | Promise<boolean>, what: string): Promise<void> => {
	const end = performance.now() + START_MS
	while (!(await test())) {
		if (performance.now() > end) throw new Error(`WebKit: ${what}`)
		await delay(20)
	}
}

/** Ends a child with this process at the latest. @returns ends it now. */
const endsWithThis = (child: ChildProcess): (() => Promise<void>) => {
	const end = () => child.kill('SIGKILL')
	process.once('exit', end)
	return async () => {
		process.off('exit', end)
		if (child.exitCode !== null || child.signalCode !== null) return
		const exited = new Promise((resolve) => child.once('exit', resolve))
		end()
		await exited
	}
}

const isRunning = (pid: number): boolean => {
	try {
		return process.kill(pid, 0)
	} catch {
		return false
	}
}

/** Starts a virtual screen. @returns its name and its process. */
const startScreen = async (): Promise<{ display: string; child: ChildProcess }> => {
	const args = ['-displayfd', '3', '-screen', '0', '800x900x24', '-nolisten', 'tcp']
	const child = spawn('Xvfb', args, { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] })
	const number = await new Promise<string>((resolve, reject) => {
		child.once('error', reject)
		child.once('exit', (code) => reject(new Error(`Xvfb ended with ${code}`)))
		child.stdio[3]?.once('data', (data: Buffer) => resolve(String(data).trim()))
	})
	return { display: `:${number}`, child }
}

/** Variables of the driver and its browser. @param home folder for everything that they write. */
const variables = (display: string, home: string): NodeJS.ProcessEnv => ({
	...process.env,
	DISPLAY: display,
	GDK_BACKEND: 'x11',
	GSETTINGS_BACKEND: 'memory',
	NO_AT_BRIDGE: '1',
	LANG: 'C.UTF-8',
	HOME: home,
	XDG_CONFIG_HOME: home,
	XDG_DATA_HOME: home,
	XDG_CACHE_HOME: home,
	// The sandbox needs user namespaces, which containers lack.
	WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
	// There is no GPU.
	WEBKIT_SKIA_ENABLE_CPU_RENDERING: '1',
})

type Call = <Value = unknown>(method: string, path: string, body?: object) => Promise<Value>

/** Sends commands of W3C WebDriver. @throws with the driver's message. */
const callTo =
	(origin: string): Call =>
	async <Value>(method: string, path: string, body: object = {}) => {
		const reply = await fetch(`${origin}${path}`, {
			method,
			...(method === 'POST' && { body: JSON.stringify(body) }),
			signal: AbortSignal.timeout(COMMAND_MS),
		})
		const { value } = (await reply.json()) as { value: unknown }
		if (reply.ok) return value as Value
		const { error, message } = value as { error: string; message: string }
		throw new Error(
			`WebKit: ${method} ${path.replace(/^\/session\/[^/]+/, '')}: ${error}: ${message}`,
		)
	}

type Line = { readonly pid: number } | { readonly window: number; readonly complaint: string }

interface Driver {
	readonly call: Call
	/** Process id of the browser; null before its start. */
	readonly pid: () => number | null
	readonly complaintsOf: (window: number) => readonly string[]
	stop(): Promise<void>
}

/** Starts a driver, which runs one browser. */
const startDriver = async (display: string, home: string): Promise<Driver> => {
	const port = await freePort()
	const child = spawn('WebKitWebDriver', [`--port=${port}`, '--host=127.0.0.1'], {
		env: variables(display, home),
		stdio: ['ignore', 'pipe', 'inherit'],
	})
	const stop = endsWithThis(child)
	let pid: number | null = null
	const complaints = new Map<number, string[]>()
	createInterface({ input: child.stdout }).on('line', (text) => {
		if (!text.startsWith('{')) return
		const line = JSON.parse(text) as Line
		if ('pid' in line) pid = line.pid
		else complaints.set(line.window, [...(complaints.get(line.window) ?? []), line.complaint])
	})
	const call = callTo(`http://127.0.0.1:${port}`)
	const isReady = () =>
		call('GET', '/status').then(
			() => true,
			() => false,
		)
	try {
		await until(isReady, 'the driver did not start')
	} catch (error) {
		await stop()
		throw error
	}
	return { call, pid: () => pid, complaintsOf: (window) => complaints.get(window) ?? [], stop }
}

const pointerActions = (pointerType: 'mouse' | 'touch', actions: readonly object[]): object => ({
	actions: [{ type: 'pointer', id: pointerType, parameters: { pointerType }, actions }],
})

const move = ({ x, y }: Point, duration = 0): object => ({
	type: 'pointerMove',
	duration,
	x: Math.round(x),
	y: Math.round(y),
})
const DOWN = { type: 'pointerDown', button: 0 }
const UP = { type: 'pointerUp', button: 0 }

const keyActions = (keys: readonly (readonly string[])[]): object => {
	const actions = keys.flatMap((together) => [
		...together.map((value) => ({ type: 'keyDown', value })),
		...together.toReversed().map((value) => ({ type: 'keyUp', value })),
	])
	return { actions: [{ type: 'key', id: 'keyboard', actions }] }
}

const DRAG_STEPS = 8

const handsBy = (call: Call): Hands => ({
	async run(source, argument) {
		// A rejection would otherwise reach the driver without its message.
		const script = `const [argument, done] = arguments
			const fail = (error) => done({ error: error + ' ' + error?.stack })
			Promise.resolve(argument).then(${source}).then((value) => done({ value: value ?? null }), fail)`
		const reply = await call<{ value?: unknown; error?: string }>('POST', '/execute/async', {
			script,
			args: [argument],
		})
		if (reply.error !== undefined) throw new Error(reply.error)
		return reply.value
	},
	async click(point) {
		await call('POST', '/actions', pointerActions('mouse', [move(point), DOWN, UP]))
	},
	async press(key) {
		const keys = key === '+' ? [key] : key.split('+')
		await call('POST', '/actions', keyActions([keys.map((each) => KEYS[each] ?? each)]))
	},
	async type(text) {
		await call('POST', '/actions', keyActions([...text].map((each) => [each])))
	},
	async drag(from, to) {
		const steps = Array.from({ length: DRAG_STEPS }, (_, index) => {
			const part = (index + 1) / DRAG_STEPS
			return move({ x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part }, 20)
		})
		await call('POST', '/actions', pointerActions('touch', [move(from), DOWN, ...steps, UP]))
	},
})

interface Tab {
	readonly call: Call
	readonly complaints: () => readonly string[]
}

const pageOf = ({ call, complaints }: Tab): EnginePage => ({
	...driveBy(handsBy(call)),
	goto: async (address) => {
		// A new window has no address.
		const base = (await call<string>('GET', '/url')) || 'about:blank'
		const url = new URL(address, base).href
		await call('POST', '/url', { url })
	},
	reload: () => call('POST', '/refresh'),
	goBack: () => call('POST', '/back'),
	goForward: () => call('POST', '/forward'),
	bringToFront: async () => undefined,
	url: () => call<string>('GET', '/url'),
	async screenshot({ path }) {
		await writeFile(path, await call<string>('GET', '/screenshot'), 'base64')
	},
	complaints: async () => complaints(),
})

const open = async (
	{ call, pid, complaintsOf }: Driver,
	args: readonly string[],
): Promise<Omit<EngineBrowser, 'quit'> & { close(): Promise<void> }> => {
	const { sessionId } = await call<{ sessionId: string }>('POST', '/session', {
		capabilities: { alwaysMatch: { 'webkitgtk:browserOptions': { binary: BROWSER, args } } },
	})
	const inSession: Call = (method, path, body) => call(method, `/session/${sessionId}${path}`, body)
	let current = await inSession<string>('GET', '/window')
	let last: Promise<unknown> = Promise.resolve()
	let windows = 0
	/** Commands go to the current window, so those of all tabs take turns. */
	const tab = (handle: string): Tab => {
		const window = windows++
		return {
			call: <Value>(method: string, path: string, body?: object): Promise<Value> => {
				const turn = last.then(async () => {
					if (current !== handle) await inSession('POST', '/window', { handle })
					current = handle
					return inSession<Value>(method, path, body)
				})
				last = turn.catch(() => null)
				return turn
			},
			complaints: () => complaintsOf(window),
		}
	}
	return {
		page: pageOf(tab(current)),
		async newTab() {
			await last
			const { handle } = await inSession<{ handle: string }>('POST', '/window/new', { type: 'tab' })
			return pageOf(tab(handle))
		},
		async close() {
			await last
			await inSession('DELETE', '')
			const browser = pid()
			// The next browser with this profile needs all that this one writes at its end.
			if (browser !== null) await until(() => !isRunning(browser), 'the browser did not end')
		},
	}
}

const argsOf = (
	{ profile, private: isPrivate, off = [], downloads }: LaunchOptions,
	home: string,
) => [
	...(isPrivate ? [] : [`--profile=${profile ?? join(home, 'profile')}`]),
	...(downloads === undefined ? [] : [`--downloads=${downloads}`]),
	`--off=${off.map((feature) => FEATURES[feature]).join(',')}`,
]

const launch = async (display: string, options: LaunchOptions): Promise<EngineBrowser> => {
	const home = await mkdtemp(join(tmpdir(), 'evenhand-webkit-'))
	const ends = [() => rm(home, { recursive: true, force: true, maxRetries: 5 })]
	const stop = async (): Promise<void> => {
		for (const end of ends.toReversed()) await end()
	}
	try {
		const driver = await startDriver(display, home)
		ends.push(driver.stop)
		const { close, ...browser } = await open(driver, argsOf(options, home))
		const quit = async (): Promise<void> => {
			try {
				await close()
			} finally {
				await stop()
			}
		}
		return { ...browser, quit }
	} catch (error) {
		await stop()
		throw error
	}
}

/** Starts a virtual screen for WebKit. Each launch has a driver, which runs one browser at a time. */
export const startWebKit = async (): Promise<Engine> => {
	const { display, child } = await startScreen()
	return {
		name: 'webkit',
		launch: (options = {}) => launch(display, options),
		stop: endsWithThis(child),
	}
}
