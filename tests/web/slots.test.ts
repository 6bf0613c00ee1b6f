import { describe, expect, it } from 'vitest'
import { type Slot, slotsFor } from '#web/ui/virtual-list.tsx'

const nobody = (): boolean => false
const rowsOf = (keys: string) => [...keys].map((key, row) => ({ key, row }))
const begin = (keys: string): readonly Slot[] => slotsFor(rowsOf(keys), [], nobody)
const numbers = (slots: readonly Slot[]): readonly number[] => slots.map(({ slot }) => slot)

describe('the slots of a long list', () => {
	it('are taken over in their order by what takes the place of all that was there', () => {
		expect(numbers(slotsFor(rowsOf('xyz'), begin('abcd'), nobody))).toEqual([0, 1, 2])
	})

	it('are kept by what stays, and taken over only between the same neighbours', () => {
		expect(numbers(slotsFor(rowsOf('xcy'), begin('abcd'), nobody))).toEqual([0, 2, 3])
		expect(numbers(slotsFor(rowsOf('cxy'), begin('abcd'), nobody))).toEqual([2, 3, 4])
	})

	it('are new for what comes at an end, so that nothing has to be moved', () => {
		expect(numbers(slotsFor(rowsOf('bcdx'), begin('abcd'), nobody))).toEqual([1, 2, 3, 4])
		expect(numbers(slotsFor(rowsOf('xabc'), begin('abcd'), nobody))).toEqual([4, 0, 1, 2])
	})

	it("are nobody else's where they are held", () => {
		const isHeld = (row: number): boolean => row === 1
		expect(numbers(slotsFor(rowsOf('xyz'), begin('abcd'), isHeld))).toEqual([0, 2, 3])
		expect(numbers(slotsFor(rowsOf('xby'), begin('abcd'), isHeld))).toEqual([0, 1, 2])
	})

	it('are no two the same, also where what stays has changed places', () => {
		const slots = numbers(slotsFor(rowsOf('dxbya'), begin('abcd'), nobody))
		expect(slots[0]).toBe(3)
		expect(new Set(slots).size).toBe(5)
	})
})
