import { describe, expect, it } from 'vitest'
import type { PackStatus } from '#device/offline-pack-store.ts'
import type { PackWork } from '#device/offline-packs.ts'
import { packActions, packWords } from '#web/features/elections/pack-words.ts'

const NOW = new Date(2026, 10, 21, 14, 5).getTime()
const ABSENT: PackStatus = {
	state: 'absent',
	here: 0,
	total: 4,
	savedAt: null,
	bytes: null,
	kept: false,
}
const READY: PackStatus = { ...ABSENT, state: 'ready', here: 4, savedAt: NOW, bytes: 49_000 }
const KEPT: PackStatus = { ...READY, kept: true }
const PARTIAL: PackStatus = { ...ABSENT, state: 'partial', here: 2 }
const SAVING: PackWork = { phase: 'saving', done: 1, total: 9 }
const failed = (kind: 'offline' | 'full' | 'incomplete'): PackWork => ({
	phase: 'failed',
	trouble: { kind },
})

const words = (status: PackStatus, work: PackWork | null = null, offline = false) => {
	const { text, detail } = packWords(status, work, offline, NOW)
	return [text, detail]
}

describe('offline pack text', () => {
	it('shows availability, size, and date', () => {
		expect(words(READY)).toEqual(['Available offline', '48 KB · updated Nov 21, 2:05 PM'])
		expect(words(KEPT)).toEqual(['Available offline', 'Saved · 48 KB · updated Nov 21, 2:05 PM'])
	})

	it('omits an unknown size', () => {
		expect(words({ ...READY, bytes: null })[1]).toBe('updated Nov 21, 2:05 PM')
	})

	it('is unchanged offline for packs and asks for a connection otherwise', () => {
		expect(words(READY, null, true)).toEqual(words(READY))
		expect(words(ABSENT, null, true)).toEqual(['Needs a connection', ''])
		expect(words(PARTIAL, null, true)).toEqual(['Needs a connection', 'Saved: 2 of 4 candidates'])
	})

	it('shows the progress of a partial pack', () => {
		expect(words(PARTIAL)).toEqual(['Partly saved', '2 of 4 candidates'])
	})

	it('explains a failed save or update', () => {
		expect(words(ABSENT, failed('offline'))).toEqual([
			'Could not be saved',
			'Network error. Please check your connection.',
		])
		expect(words(READY, failed('full'))).toEqual([
			'Could not be updated',
			'This device is out of room.',
		])
		expect(words(PARTIAL, failed('incomplete'))[1]).toContain('did not arrive')
	})
})

describe('offline pack actions', () => {
	it("depend on the pack's status and work", () => {
		expect(packActions(ABSENT, null, false)).toEqual(['save'])
		expect(packActions(READY, null, false)).toEqual(['keep'])
		expect(packActions(KEPT, null, false)).toEqual(['remove'])
		expect(packActions({ ...PARTIAL, kept: true }, null, false)).toEqual(['resume', 'remove'])
		expect(packActions(ABSENT, SAVING, false)).toEqual(['cancel'])
		expect(packActions(ABSENT, failed('offline'), true)).toEqual(['retry'])
	})

	it('need no connection while offline', () => {
		expect(packActions(ABSENT, null, true)).toEqual([])
		expect(packActions({ ...PARTIAL, kept: true }, null, true)).toEqual(['remove'])
		expect(packActions(KEPT, null, true)).toEqual(['remove'])
	})
})
