import { queryAllByRole } from '@testing-library/dom'
import { type UserEvent, userEvent } from '@testing-library/user-event'
import scheduler from 'scheduler'
import { expect } from 'vitest'
import { isShown, topDialog } from './dom.ts'

// Playwright's locators and assertions for a DOM, so that a test can move between the two.

type Text = string | RegExp

interface Exact {
	readonly exact?: boolean
}

interface RoleOptions extends Exact {
	readonly name?: Text
	readonly level?: number
	readonly checked?: boolean
	readonly pressed?: boolean
	readonly selected?: boolean
	readonly expanded?: boolean
}

interface FilterOptions {
	readonly hasText?: Text
	readonly hasNotText?: Text
	readonly has?: Locator
	readonly visible?: boolean
}

interface Chosen {
	readonly name: string
	readonly mimeType: string
	readonly buffer: Buffer<ArrayBuffer>
}

type Find = () => Element[]

/** Generous timeout for busy machines. */
const PATIENCE_MS = 30_000

const plain = (text: string | null | undefined): string =>
	(text ?? '').replaceAll(/[\s\u200b\u00ad]+/g, ' ').trim()

const matcher = (text: Text, { exact = false }: Exact = {}): ((of: string | null) => boolean) => {
	if (text instanceof RegExp) return (of) => text.test(plain(of))
	const wanted = plain(text)
	if (exact) return (of) => plain(of) === wanted
	return (of) => plain(of).toLowerCase().includes(wanted.toLowerCase())
}

const shownText = (element: Element): string =>
	element.localName === 'script' || element.localName === 'style' ? '' : (element.textContent ?? '')

const innermost = (root: Element, isIt: (of: string) => boolean): Element[] => {
	const found = [...root.querySelectorAll('*')].filter((each) => isIt(shownText(each)))
	const outer = new Set(found.map(({ parentElement }) => parentElement))
	return found.filter((each) => !outer.has(each as HTMLElement))
}

const LABELABLE = 'input, select, textarea, button, meter, progress, output'

/** Texts of all `label` elements by their control. jsdom's `labels` searches the whole page for each control. */
const readLabels = (): ReadonlyMap<Element | null, readonly (string | null)[]> => {
	const texts = new Map<Element | null, (string | null)[]>()
	for (const label of document.querySelectorAll('label')) {
		const control = label.hasAttribute('for')
			? document.getElementById(label.htmlFor)
			: label.querySelector(LABELABLE)
		texts.set(control, [...(texts.get(control) ?? []), label.textContent])
	}
	return texts
}

const labelsOf = (
	element: Element,
	labels: ReturnType<typeof readLabels>,
): readonly (string | null)[] => {
	const byIds = (element.getAttribute('aria-labelledby') ?? '').split(' ').filter(Boolean)
	if (byIds.length > 0) {
		return [byIds.map((id) => document.getElementById(id)?.textContent ?? '').join(' ')]
	}
	const label = element.getAttribute('aria-label')
	return label === null ? (labels.get(element) ?? []) : [label]
}

const LABELED = `${LABELABLE}, [aria-label], [aria-labelledby]`

const until = async <Value>(look: () => Value): Promise<Value> => {
	const end = performance.now() + PATIENCE_MS
	for (let pause = 0; ; pause = Math.min(pause + 2, 30)) {
		try {
			return look()
		} catch (error) {
			if (performance.now() > end) {
				throw new Error(`${(error as Error).message}\n${plain(document.body.textContent)}`)
			}
		}
		await new Promise((resolve) => setTimeout(resolve, pause))
	}
}

const isDisabled = (element: Element): boolean =>
	element.matches(':disabled') || element.closest('[aria-disabled=true]') !== null

let user: UserEvent
let pointer: UserEvent
/** Releases all keys and buttons. */
export const renewUser = (): void => {
	user = userEvent.setup({ pointerEventsCheck: 0 })
	// Without a pause between the events of a click, in which the page could replace the element.
	pointer = userEvent.setup({ pointerEventsCheck: 0, delay: null })
}
renewUser()

/** Queries the page on each use. */
export class Locator {
	readonly find: Find
	readonly #says: string

	constructor(find: Find, says: string) {
		this.find = find
		this.#says = says
	}

	#below(says: string, find: (root: Element) => Element[]): Locator {
		return new Locator(() => [...new Set(this.find().flatMap(find))], `${this.#says} ${says}`)
	}
	#among(says: string, choose: (found: Element[]) => Element[]): Locator {
		return new Locator(() => choose(this.find()), `${this.#says} ${says}`)
	}

	getByRole(role: string, { name, exact = false, ...options }: RoleOptions = {}): Locator {
		const isIt = name === undefined ? undefined : matcher(name, { exact })
		return this.#below(`${role} ${name ?? ''}`, (root) =>
			queryAllByRole(root as HTMLElement, role, { ...options, ...(isIt && { name: isIt }) }),
		)
	}
	getByText(text: Text, options?: Exact): Locator {
		return this.#below(`text ${text}`, (root) => innermost(root, matcher(text, options)))
	}
	getByLabel(text: Text, options?: Exact): Locator {
		const isIt = matcher(text, options)
		return this.#below(`label ${text}`, (root) => {
			const labels = readLabels()
			return [...root.querySelectorAll(LABELED)].filter((each) => labelsOf(each, labels).some(isIt))
		})
	}
	getByPlaceholder(text: string): Locator {
		return this.locator(`[placeholder*="${text}"]`)
	}
	locator(selectors: string): Locator {
		if (selectors === '..') {
			return this.#among('..', (found) => found.flatMap(({ parentElement }) => parentElement ?? []))
		}
		const shown = selectors.endsWith(':visible')
		const own = selectors.replace(/:visible$/, '')
		return this.#below(selectors, (root) => [...root.querySelectorAll(own)]).filter(
			shown ? { visible: true } : {},
		)
	}
	filter({ hasText, hasNotText, has, visible }: FilterOptions): Locator {
		return this.#among(`with ${hasText ?? ''}`, (found) =>
			found.filter(
				(each) =>
					(hasText === undefined || matcher(hasText)(shownText(each))) &&
					(hasNotText === undefined || !matcher(hasNotText)(shownText(each))) &&
					(has === undefined ||
						has.find().some((inner) => each !== inner && each.contains(inner))) &&
					(visible === undefined || isShown(each) === visible),
			),
		)
	}
	first(): Locator {
		return this.nth(0)
	}
	last(): Locator {
		return this.nth(-1)
	}
	nth(at: number): Locator {
		return this.#among(`#${at}`, (found) => found.slice(at, at + 1 || undefined))
	}
	or(other: Locator): Locator {
		return this.#among(`or ${other}`, (found) => [...new Set([...found, ...other.find()])])
	}
	toString(): string {
		return this.#says.trim()
	}

	one(): Element {
		const [found, ...others] = this.find()
		if (found === undefined) throw new Error(`nothing found: ${this}`)
		if (others.length > 0) throw new Error(`${others.length + 1} found: ${this}`)
		return found
	}
	#usable(): HTMLElement {
		const found = this.one() as HTMLElement
		if (!isShown(found)) throw new Error(`hidden: ${this}`)
		if (isDisabled(found)) throw new Error(`disabled: ${this}`)
		if (topDialog()?.contains(found) === false) throw new Error(`behind a dialog: ${this}`)
		return found
	}

	/** Waits until the element is usable and stable, as Playwright does. */
	async #stable(): Promise<HTMLElement> {
		for (let before: HTMLElement | null = null; ; ) {
			const found = await until(() => this.#usable())
			if (found === before) return found
			before = found
			await settled()
		}
	}

	async click(): Promise<void> {
		await pointer.click(await this.#stable())
	}
	async dblclick(): Promise<void> {
		await pointer.dblClick(await this.#stable())
	}
	async hover(): Promise<void> {
		await user.hover(await this.#stable())
	}
	async focus(): Promise<void> {
		const found = await until(() => this.one() as HTMLElement)
		found.focus()
	}
	async fill(value: string): Promise<void> {
		const found = await this.#stable()
		found.focus()
		setValue(found as HTMLInputElement, value)
		found.dispatchEvent(new Event('input', { bubbles: true }))
		found.dispatchEvent(new Event('change', { bubbles: true }))
		await settled()
	}
	async clear(): Promise<void> {
		await this.fill('')
	}
	async selectOption(choice: string | { readonly label: string }): Promise<void> {
		const wanted = typeof choice === 'string' ? choice : choice.label
		await this.#stable()
		await until(() => {
			const select = this.#usable() as HTMLSelectElement
			const option = [...select.options].find(
				(each) => each.value === wanted || plain(each.label) === wanted,
			)
			if (option === undefined) throw new Error(`no option ${wanted}: ${this}`)
			select.value = option.value
			select.dispatchEvent(new Event('change', { bubbles: true }))
		})
		await settled()
	}
	async check(): Promise<void> {
		const found = (await this.#stable()) as HTMLInputElement
		if (!found.checked) await pointer.click(found)
	}
	async uncheck(): Promise<void> {
		const found = (await this.#stable()) as HTMLInputElement
		if (found.checked) await pointer.click(found)
	}
	async press(key: string): Promise<void> {
		await this.focus()
		await press(key)
	}
	async pressSequentially(text: string): Promise<void> {
		await this.focus()
		await type(text)
	}
	async setInputFiles(files: Chosen | readonly Chosen[]): Promise<void> {
		const found = await until(() => this.one() as HTMLInputElement)
		const chosen = [files]
			.flat()
			.map(({ name, mimeType: type, buffer }) => new File([buffer], name, { type }))
		const value = Object.assign(chosen, { item: (at: number) => chosen[at] })
		Object.defineProperty(found, 'files', { configurable: true, value })
		found.dispatchEvent(new Event('change', { bubbles: true }))
		await settled()
	}
	async dispatchEvent(name: string): Promise<void> {
		const found = await until(() => this.one())
		found.dispatchEvent(new Event(name, { bubbles: true, cancelable: true }))
		await settled()
	}

	async textContent(): Promise<string | null> {
		return (await until(() => this.one())).textContent
	}
	async inputValue(): Promise<string> {
		return (await until(() => this.one() as HTMLInputElement)).value
	}
	async getAttribute(name: string): Promise<string | null> {
		return (await until(() => this.one())).getAttribute(name)
	}
	async count(): Promise<number> {
		return this.find().length
	}
	async allTextContents(): Promise<string[]> {
		return this.find().map(({ textContent }) => textContent ?? '')
	}
	async evaluate<Result>(look: (element: HTMLElement) => Result): Promise<Result> {
		return look(await until(() => this.one() as HTMLElement))
	}
}

// Use the prototype's setter, or React ignores the event as no change.
const setValue = (input: HTMLInputElement, value: string): void => {
	const { prototype } = input.constructor as typeof HTMLInputElement
	Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(input, value)
}

/** Waits until React has rendered and run its effects. */
const settled = async (): Promise<void> => {
	await new Promise((resolve) => setTimeout(resolve, 0))
	// React's scheduler runs idle work last.
	await new Promise<void>((resolve) => {
		scheduler.unstable_scheduleCallback(scheduler.unstable_IdlePriority, resolve)
	})
}

const press = async (keys: string): Promise<void> => {
	await settled()
	const names = keys.split('+').map((key) => (key === 'ControlOrMeta' ? 'Control' : key))
	const last = names.pop() ?? ''
	const pressed = names.map((key) => `{${key}>}`).join('')
	const released = names.map((key) => `{/${key}}`).join('')
	const own = last === ' ' || last === 'Space' ? ' ' : `{${last}}`
	return user.keyboard(`${pressed}${own}${released}`)
}
const type = (text: string): Promise<void> =>
	user.keyboard(text.replaceAll(/[{[]/g, (bracket) => bracket.repeat(2)))

/** Types into the focused element. */
export const keyboard = { press, type }

interface Outcome {
	readonly pass: boolean
	readonly message: () => string
}

const eventually = async (
	negated: boolean | undefined,
	subject: unknown,
	wanted: unknown,
	ask: () => readonly [pass: boolean, found: unknown],
): Promise<Outcome> => {
	const isNot = negated === true
	let outcome: Outcome = { pass: isNot, message: () => '' }
	const look = (): void => {
		const [pass, found] = ask()
		const text = (value: unknown) =>
			typeof value === 'string' || value instanceof RegExp ? String(value) : JSON.stringify(value)
		outcome = {
			pass,
			message: () =>
				`${subject}: expected ${isNot ? 'not ' : ''}${text(wanted)}, found ${text(found)}`,
		}
		if (pass === isNot) throw new Error(outcome.message())
	}
	// vitest reports the last outcome.
	await until(look).catch((error: Error) => {
		outcome = { pass: isNot, message: () => error.message }
	})
	// Run effects before the test continues.
	await settled()
	return outcome
}

const isText = (wanted: Text, exact: boolean) => (found: string) =>
	matcher(wanted, { exact })(found)

const allAre = (
	wanted: Text | readonly Text[],
	exact: boolean,
	locator: Locator,
	read: (element: Element) => string,
): readonly [boolean, unknown] => {
	if (typeof wanted === 'string' || wanted instanceof RegExp) {
		const found = read(locator.one())
		return [isText(wanted, exact)(found), found]
	}
	const found = locator.find().map(read)
	const pass =
		found.length === wanted.length &&
		wanted.every((text, at) => isText(text, exact)(found[at] ?? ''))
	return [pass, found]
}

const textOf = (element: Element): string => plain(element.textContent)
const readValue = (element: Element): string => (element as HTMLInputElement).value

type State = { readonly isNot?: boolean }

const state = (is: (element: HTMLElement) => boolean) => (name: string) =>
	function (this: State, locator: Locator): Promise<Outcome> {
		return eventually(this.isNot, locator, name, () => {
			const pass = is(locator.one() as HTMLElement)
			return [pass, pass]
		})
	}

const isChecked = (element: HTMLElement): boolean =>
	element instanceof HTMLInputElement
		? element.checked
		: element.getAttribute('aria-checked') === 'true'

const describedBy = (element: Element): string => {
	const ids = element.getAttribute('aria-describedby')?.split(' ') ?? []
	if (ids.length === 0) return element.getAttribute('title') ?? ''
	return ids.map((id) => document.getElementById(id)?.textContent ?? '').join(' ')
}

const shownCount = (locator: Locator): number => {
	const found = locator.find()
	if (found.length > 1) throw new Error(`${found.length} found: ${locator}`)
	return found.filter(isShown).length
}

expect.extend({
	toBeVisible(locator: Locator) {
		return eventually(this.isNot, locator, 'visible', () => {
			const pass = shownCount(locator) === 1
			return [pass, pass]
		})
	},
	toBeHidden(locator: Locator) {
		return eventually(this.isNot, locator, 'hidden', () => {
			const pass = shownCount(locator) === 0
			return [pass, pass]
		})
	},
	toBeFocused: state((element) => document.activeElement === element)('focused'),
	toBeChecked: state(isChecked)('checked'),
	toBeEnabled: state((element) => !isDisabled(element))('enabled'),
	toBeDisabled: state(isDisabled)('disabled'),
	toHaveCount(locator: Locator, wanted: number) {
		return eventually(this.isNot, locator, wanted, () => {
			const { length } = locator.find()
			return [length === wanted, length]
		})
	},
	toHaveText(locator: Locator, wanted: Text | readonly Text[]) {
		return eventually(this.isNot, locator, wanted, () => allAre(wanted, true, locator, textOf))
	},
	toContainText(locator: Locator, wanted: Text | readonly Text[]) {
		return eventually(this.isNot, locator, wanted, () => allAre(wanted, false, locator, textOf))
	},
	toHaveValue(locator: Locator, wanted: Text) {
		return eventually(this.isNot, locator, wanted, () => {
			const found = readValue(locator.one())
			return [wanted instanceof RegExp ? wanted.test(found) : found === wanted, found]
		})
	},
	toHaveAttribute(locator: Locator, name: string, wanted: Text) {
		return eventually(this.isNot, locator, `${name}=${wanted}`, () => {
			const found = locator.one().getAttribute(name)
			const pass = wanted instanceof RegExp ? wanted.test(found ?? '') : found === wanted
			return [pass, found]
		})
	},
	toHaveAccessibleDescription(locator: Locator, wanted: Text) {
		return eventually(this.isNot, locator, wanted, () =>
			allAre(wanted, true, locator, (element) => plain(describedBy(element))),
		)
	},
	toHaveURL(_: unknown, wanted: Text | ((url: URL) => boolean)) {
		return eventually(this.isNot, 'address', wanted, () => {
			const { href } = location
			if (typeof wanted === 'function') return [wanted(new URL(href)), href]
			return [
				wanted instanceof RegExp
					? wanted.test(href)
					: href === new URL(wanted, location.origin).href,
				href,
			]
		})
	},
	toHaveTitle(_: unknown, wanted: Text) {
		return eventually(this.isNot, 'title', wanted, () => [
			isText(wanted, true)(document.title),
			document.title,
		])
	},
})

declare module 'vitest' {
	interface Assertion {
		toBeVisible(): Promise<void>
		toBeHidden(): Promise<void>
		toBeFocused(): Promise<void>
		toBeChecked(): Promise<void>
		toBeEnabled(): Promise<void>
		toBeDisabled(): Promise<void>
		toHaveCount(count: number): Promise<void>
		toHaveText(text: Text | readonly Text[]): Promise<void>
		toContainText(text: Text | readonly Text[]): Promise<void>
		toHaveValue(value: Text): Promise<void>
		toHaveAttribute(name: string, value: Text): Promise<void>
		toHaveAccessibleDescription(text: Text): Promise<void>
		toHaveURL(address: Text | ((url: URL) => boolean)): Promise<void>
		toHaveTitle(title: Text): Promise<void>
	}
}
