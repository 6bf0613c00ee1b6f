import { describe, expect, it } from 'vitest'
import { type Slot, slotsFor } from '#web/ui/virtual-list.tsx'

const nobody = (): boolean => false
const rowsOf = (keys: string) => [...keys].map((key, row) => ({ key, row }))
const begin = (keys: string): readonly Slot[] => slotsFor(rowsOf(keys), [], nobody)
const numbers = (slots: readonly Slot[]): readonly number[] => slots.map(({ slot }) => slot)

describe('list slots', () => {
	it('are reused in order when all rows change', () => {
		expect(numbers(slotsFor(rowsOf('xyz'), begin('abcd'), nobody))).toEqual([0, 1, 2])
	})

	it('stay with their rows and are reused only between neighbors', () => {
		expect(numbers(slotsFor(rowsOf('xcy'), begin('abcd'), nobody))).toEqual([0, 2, 3])
		expect(numbers(slotsFor(rowsOf('cxy'), begin('abcd'), nobody))).toEqual([2, 3, 4])
	})

	it('are new for rows added at either end', () => {
		expect(numbers(slotsFor(rowsOf('bcdx'), begin('abcd'), nobody))).toEqual([1, 2, 3, 4])
		expect(numbers(slotsFor(rowsOf('xabc'), begin('abcd'), nobody))).toEqual([4, 0, 1, 2])
	})

	it('are not reused while held', () => {
		const isHeld = (row: number): boolean => row === 1
		expect(numbers(slotsFor(rowsOf('xyz'), begin('abcd'), isHeld))).toEqual([0, 2, 3])
		expect(numbers(slotsFor(rowsOf('xby'), begin('abcd'), isHeld))).toEqual([0, 1, 2])
	})

	it('are unique even when rows are reordered', () => {
		const slots = numbers(slotsFor(rowsOf('dxbya'), begin('abcd'), nobody))
		expect(slots[0]).toBe(3)
		expect(new Set(slots).size).toBe(5)
	})
})
