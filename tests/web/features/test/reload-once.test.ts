import { beforeEach, expect, it } from 'vitest'
import { forgetReload, noteReload } from '#web/features/test/start.ts'

const items = new Map<string, string>()
const open = () =>
	({
		getItem: (key: string) => items.get(key) ?? null,
		setItem: (key: string, value: string) => void items.set(key, value),
		removeItem: (key: string) => void items.delete(key),
		// The rest of a storage is not used.
	}) as Storage
const refused = (): Storage => {
	throw new DOMException('no', 'SecurityError')
}
beforeEach(() => items.clear())

it('the page is loaded again once, however long the starts go on failing: reloads would be a flood of their own', () => {
	expect(noteReload(open)).toBe(true)
	expect(noteReload(open)).toBe(false)
	expect(noteReload(open)).toBe(false)
})

it('a start that succeeds allows it again: what fails after that is another trouble', () => {
	noteReload(open)
	forgetReload(open)
	expect(noteReload(open)).toBe(true)
})

it('where the browser keeps nothing for the tab it is not loaded again at all: nobody would remember', () => {
	expect(noteReload(refused)).toBe(false)
	expect(() => forgetReload(refused)).not.toThrow()
})
