import { beforeEach, expect, it } from 'vitest'
import { forgetReload, noteReload } from '#web/features/test/not-begun.tsx'

const items = new Map<string, string>()
const open = () =>
	({
		getItem: (key: string) => items.get(key) ?? null,
		setItem: (key: string, value: string) => void items.set(key, value),
		removeItem: (key: string) => void items.delete(key),
	}) as Storage
const refused = (): Storage => {
	throw new DOMException('no', 'SecurityError')
}
beforeEach(() => items.clear())

it('test page reloads only once while starts keep failing', () => {
	expect(noteReload(open)).toBe(true)
	expect(noteReload(open)).toBe(false)
	expect(noteReload(open)).toBe(false)
})

it('test page may reload again after a successful start', () => {
	noteReload(open)
	forgetReload(open)
	expect(noteReload(open)).toBe(true)
})

// Without storage, reloads could not be counted.
it('test page never reloads without session storage', () => {
	expect(noteReload(refused)).toBe(false)
	expect(() => forgetReload(refused)).not.toThrow()
})
