import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { setTimeout as delay } from 'node:timers/promises'
import type * as TestingLibrary from '@testing-library/dom'
import type { DrivenPage, EnginePage, Found } from './engine.ts'

export interface Point {
	readonly x: number
	readonly y: number
}

/** Actions of a driver itself. Points are in CSS px of the viewport. */
export interface Hands {
	/** Calls a function, given as source text, in the page with a JSON argument. Awaits promises. */
	run(source: string, argument: unknown): Promise<unknown>
	click(point: Point): Promise<void>
	/** @param key a name of `KeyboardEvent.key`. */
	press(key: string): Promise<void>
	/** Types text into the focused field. */
	type(text: string): Promise<void>
	/** Moves a finger over the screen in at least eight steps. */
	drag(from: Point, to: Point): Promise<void>
}

interface Pattern {
	readonly source: string
	readonly flags: string
}

type Step =
	| { readonly by: 'role'; readonly role: string; readonly name?: Pattern; readonly level?: number }
	| { readonly by: 'text' | 'label'; readonly text: Pattern }
	| { readonly by: 'css'; readonly css: string }
	| { readonly by: 'index'; readonly index: number }

const PATIENCE_MS = 30_000
const POLL_MS = 50

const escapeText = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)

/** Pattern for Playwright's rules: a string is found inside a text in any case, unless `exact`. */
const pattern = (text: string | RegExp, exact = false): Pattern => {
	if (typeof text !== 'string') return { source: text.source, flags: text.flags }
	return exact
		? { source: `^\\s*${escapeText(text)}\\s*$`, flags: '' }
		: { source: escapeText(text), flags: 'i' }
}

const byRole = (...[role, options = {}]: Parameters<Found['getByRole']>): Step => ({
	by: 'role',
	role,
	...(options.name !== undefined && { name: pattern(options.name, options.exact) }),
	...(options.level !== undefined && { level: options.level }),
})

// Testing Library computes roles and names as browsers do.
const LIBRARY = createRequire(import.meta.url).resolve(
	'@testing-library/dom/dist/@testing-library/dom.umd.min.js',
)
let library: string | null = null

/** Finds elements. Runs in the page: no names from outside. */
const locate = (steps: readonly Step[]): Element[] => {
	const { queryAllByRole, queryAllByLabelText } = (
		window as unknown as { TestingLibraryDom: typeof TestingLibrary }
	).TestingLibraryDom
	const byText = (root: HTMLElement, text: RegExp): Element[] => {
		const matching = [...root.querySelectorAll(':not(script, style, noscript)')].filter((each) =>
			text.test((each.textContent ?? '').replace(/\s+/g, ' ').trim()),
		)
		// Like Playwright, take the innermost elements.
		return matching.filter(
			(each) => !matching.some((other) => other !== each && each.contains(other)),
		)
	}
	const under = (root: HTMLElement, step: Exclude<Step, { by: 'index' }>): Element[] => {
		if (step.by === 'css') return [...root.querySelectorAll(step.css)]
		if (step.by === 'role') {
			const { role, name, level } = step
			return queryAllByRole(root, role, {
				...(name && { name: new RegExp(name.source, name.flags) }),
				...(level && { level }),
			}).filter((each) => each.closest('[inert]') === null)
		}
		const text = new RegExp(step.text.source, step.text.flags)
		return step.by === 'text' ? byText(root, text) : queryAllByLabelText(root, text)
	}
	let found: Element[] = [document.body]
	for (const step of steps) {
		found =
			step.by === 'index'
				? found.slice(step.index, step.index + 1)
				: [...new Set(found.flatMap((root) => under(root as HTMLElement, step)))]
	}
	return found
}

interface Place extends Point {
	readonly width: number
	readonly height: number
	/** Reason why the element cannot be used yet. */
	readonly not: string | null
}

/** Scrolls the only visible element to a place that nothing covers. Runs in the page. */
const place = (elements: Element[]): Place => {
	const visible = elements.filter((each) => each.checkVisibility({ visibilityProperty: true }))
	const [element] = visible
	if (element === undefined || visible.length > 1) {
		return { x: 0, y: 0, width: 0, height: 0, not: `${visible.length} visible elements` }
	}
	const hit = () => {
		const { x, y, width, height } = element.getBoundingClientRect()
		const center = { x: x + width / 2, y: y + height / 2 }
		const top = document.elementFromPoint(center.x, center.y)
		const free = top !== null && (element.contains(top) || top.contains(element))
		return { ...center, width, height, not: free ? null : 'covered' }
	}
	if (element.matches(':disabled, [aria-disabled=true], [aria-disabled=true] *')) {
		return { ...hit(), not: 'disabled' }
	}
	if (hit().not !== null) element.scrollIntoView({ block: 'center', behavior: 'instant' })
	return hit()
}

/** Polls until `read` returns something other than null. Rejects after half a minute. */
const until = async <Value>(
	read: () => Promise<Value | null>,
	describe: () => Promise<string>,
): Promise<Value> => {
	const end = performance.now() + PATIENCE_MS
	let failure: unknown
	do {
		try {
			const value = await read()
			if (value !== null) return value
		} catch (error) {
			// A document that is being replaced takes its scripts with it.
			failure = error
		}
		await delay(POLL_MS)
	} while (performance.now() < end)
	throw new Error(await describe(), { cause: failure })
}

/** Runs scripts about found elements in one page. */
class Finder {
	constructor(readonly hands: Hands) {}

	/** Calls a function in the page with the elements that the steps find. */
	async read<Argument, Result>(
		steps: readonly Step[],
		body: (elements: Element[], argument: Argument) => Result,
		argument: Argument,
	): Promise<Result> {
		if (!(await this.hands.run('() => "TestingLibraryDom" in window', null))) {
			library ??= readFileSync(LIBRARY, 'utf8')
			// tsx wraps named functions in a helper that does not exist in the page.
			await this.hands.run(`() => { globalThis.__name = (body) => body; ${library}\n}`, null)
		}
		const source = `({ steps, argument }) => (${body})((${locate})(steps), argument)`
		return (await this.hands.run(source, { steps, argument })) as Result
	}

	/** Address and text of the page, for messages. */
	async shown(): Promise<string> {
		const source = '() => location.href + "\\n" + document.body.innerText.slice(0, 800)'
		return String(await this.hands.run(source, null))
	}
}

class Elements implements Found {
	constructor(
		readonly finder: Finder,
		readonly steps: readonly Step[],
	) {}

	private under(step: Step): Elements {
		return new Elements(this.finder, [...this.steps, step])
	}

	private wait<Result, Argument = null>(
		body: (elements: Element[], argument: Argument) => Result | null,
		argument: Argument,
	): Promise<Result> {
		return until(
			() => this.finder.read(this.steps, body, argument),
			async () => `found nothing: ${JSON.stringify(this.steps)}\n${await this.finder.shown()}`,
		)
	}

	/** Waits until the only visible element is enabled, not covered, and at rest. */
	ready(): Promise<Place> {
		let before: Place | null = null
		return until(
			async () => {
				const now: Place = await this.finder.read(this.steps, place, null)
				const rests = now.not === null && before?.x === now.x && before.y === now.y
				before = now
				return rests ? now : null
			},
			async () =>
				`${before?.not ?? 'moving'}: ${JSON.stringify(this.steps)}\n${await this.finder.shown()}`,
		)
	}

	getByRole: Found['getByRole'] = (role, options) => this.under(byRole(role, options))
	getByText: Found['getByText'] = (text, { exact } = {}) =>
		this.under({ by: 'text', text: pattern(text, exact) })
	locator: Found['locator'] = (css) => this.under({ by: 'css', css })
	first = (): Found => this.nth(0)
	nth = (index: number): Found => this.under({ by: 'index', index })

	async click(): Promise<void> {
		await this.finder.hands.click(await this.ready())
	}

	async fill(text: string): Promise<void> {
		await this.ready()
		await this.wait(([field]) => {
			;(field as HTMLInputElement).select()
			return true
		}, null)
		if (text === '') await this.finder.hands.press('Delete')
		else await this.finder.hands.type(text)
	}

	async press(key: string): Promise<void> {
		await this.wait(([element]) => {
			if (element === undefined) return null
			;(element as HTMLElement).focus()
			return true
		}, null)
		await this.finder.hands.press(key)
	}

	async waitFor(): Promise<void> {
		await until(
			async () => (await this.isVisible()) || null,
			async () => `not visible: ${JSON.stringify(this.steps)}\n${await this.finder.shown()}`,
		)
	}

	count(): Promise<number> {
		return this.finder.read(this.steps, ({ length }) => length, null)
	}

	isVisible(): Promise<boolean> {
		return this.finder.read(
			this.steps,
			(elements) => elements.some((each) => each.checkVisibility({ visibilityProperty: true })),
			null,
		)
	}

	async textContent(): Promise<string | null> {
		return (await this.wait(([each]) => (each ? [each.textContent] : null), null))[0] ?? null
	}

	async getAttribute(name: string): Promise<string | null> {
		const read = ([each]: Element[], of: string) => (each ? [each.getAttribute(of)] : null)
		return (await this.wait(read, name))[0] ?? null
	}
}

/** The part of a page that finds and uses elements. */
export type Driven = Omit<
	DrivenPage,
	'goto' | 'url' | 'reload' | 'goBack' | 'goForward' | 'screenshot'
> &
	Pick<EnginePage, 'swipe'>

/** Finds and uses elements of a page by the hands of a driver. */
export const driveBy = (hands: Hands): Driven => {
	const finder = new Finder(hands)
	const root = new Elements(finder, [])
	const evaluate = async (body: unknown, argument: unknown = null): Promise<never> =>
		(await hands.run(String(body), argument)) as never
	return {
		getByRole: root.getByRole,
		getByText: root.getByText,
		locator: root.locator,
		getByLabel: (text, { exact } = {}) =>
			new Elements(finder, [{ by: 'label', text: pattern(text, exact) }]),
		evaluate,
		waitForFunction: (body: unknown, argument: unknown = null) =>
			until(
				async () => (await evaluate(body, argument)) || null,
				async () => `waited for ${body}\n${await finder.shown()}`,
			),
		keyboard: { press: (key) => hands.press(key) },
		async swipe(found, to) {
			const { x, y, width, height } = await (found as Elements).ready()
			const dx = { left: -0.35, right: 0.35, up: 0 }[to] * width
			const dy = to === 'up' ? -0.35 * height : 0
			await hands.drag({ x: x - dx, y: y - dy }, { x: x + dx, y: y + dy })
		},
	}
}
