import { beforeEach, expect, it, vi } from 'vitest'
import { kindOfError } from '#web/app/error-kind.ts'
import { createMissingPart } from '#web/app/missing-part.ts'

const MESSAGE = 'Failed to fetch dynamically imported module: https://x/assets/quiz-1.js'
const items = new Map<string, string>()
const tab = {
	getItem: (key: string) => items.get(key) ?? null,
	setItem: (key: string, value: string) => void items.set(key, value),
	// The rest of a storage is not used.
} as Storage

let now = 0
const page = { online: true, busy: false, storage: () => tab }
beforeEach(() => {
	items.clear()
	now = 1_000_000
	Object.assign(page, { online: true, busy: false, storage: () => tab })
})

/** A page load: what it remembers itself is gone with it. */
const load = () => {
	const reload = vi.fn()
	const handle = createMissingPart({
		online: () => page.online,
		busy: () => page.busy,
		storage: () => page.storage(),
		now: () => now,
		reload,
	})
	return {
		reload,
		/** @returns what the router gets to see. */
		fail: () => {
			const payload = new Error(MESSAGE)
			handle({ payload })
			return payload
		},
	}
}

it('a part that is missing online brings a reload, because its build is gone', () => {
	const { reload, fail } = load()
	expect(fail().message).toBe(MESSAGE)
	expect(reload).toHaveBeenCalledOnce()
})

it('several parts that are missing at once bring one reload, and no error is shown meanwhile', () => {
	const { reload, fail } = load()
	fail()
	expect(fail().message).toBe(MESSAGE)
	expect(reload).toHaveBeenCalledOnce()
})

it('a reload that did not help is not repeated: the page says so instead of going round for ever', () => {
	load().fail()
	now += 2000
	const second = load()
	const { message } = second.fail()
	expect(second.reload).not.toHaveBeenCalled()
	// The router reloads by itself on messages that begin as they do.
	expect(message).toBe(`Not loaded: ${MESSAGE}`)
	expect(kindOfError(new Error(message), true)).toBe('stale')
})

it('a later build that goes missing brings its own reload', () => {
	load().fail()
	now += 60_000
	const later = load()
	later.fail()
	expect(later.reload).toHaveBeenCalledOnce()
})

it.each([
	['offline', () => Object.assign(page, { online: false })],
	['with a question on screen', () => Object.assign(page, { busy: true })],
	[
		'where the browser keeps nothing for the tab, because nobody would remember it',
		() =>
			Object.assign(page, {
				storage: () => {
					throw new DOMException('no', 'SecurityError')
				},
			}),
	],
	['with a clock that was set back after one', () => items.set('evenhand.reloaded', '2000000')],
])('there is no reload %s', (_, prepare) => {
	prepare()
	const { reload, fail } = load()
	const { message } = fail()
	expect(reload).not.toHaveBeenCalled()
	expect(kindOfError(new Error(message), false)).toBe('offline')
})
