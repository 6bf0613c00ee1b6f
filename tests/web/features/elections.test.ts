import { describe, expect, it } from 'vitest'
import type { PackStatus } from '#device/offline-pack-store.ts'
import type { PackWork } from '#device/offline-packs.ts'
import { packActions, packWords } from '#web/features/elections/offline-pack.tsx'

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

describe('the words for an election without a connection', () => {
	it('say that it is available, since when, and of what size', () => {
		expect(words(READY)).toEqual(['Available offline', '48 KB · updated Nov 21, 2:05 PM'])
		expect(words(KEPT)).toEqual(['Available offline', 'Saved · 48 KB · updated Nov 21, 2:05 PM'])
	})

	it('leave the size out where nobody has measured it, rather than say nought', () => {
		expect(words({ ...READY, bytes: null })[1]).toBe('updated Nov 21, 2:05 PM')
	})

	it('are the same online and offline where it is available, and “needs a connection” where it is not', () => {
		expect(words(READY, null, true)).toEqual(words(READY))
		expect(words(ABSENT, null, true)).toEqual(['Needs a connection', ''])
		expect(words(PARTIAL, null, true)).toEqual(['Needs a connection', 'Saved: 2 of 4 candidates'])
	})

	it('call a half-finished save what it is', () => {
		expect(words(PARTIAL)).toEqual(['Partly saved', '2 of 4 candidates'])
	})

	it('say what went wrong, and that what was there before still is', () => {
		expect(words(ABSENT, failed('offline'))).toEqual([
			'Could not be saved',
			'Network error. Please check your connection.',
		])
		expect(words(READY, failed('full'))).toEqual([
			'Could not be updated',
			'There is no room left on this device.',
		])
		expect(words(PARTIAL, failed('incomplete'))[1]).toContain('did not send everything')
	})
})

describe('what can be done about it', () => {
	it('follows from how it stands', () => {
		expect(packActions(ABSENT, null, false)).toEqual(['save'])
		expect(packActions(READY, null, false)).toEqual(['keep'])
		expect(packActions(KEPT, null, false)).toEqual(['remove'])
		expect(packActions({ ...PARTIAL, kept: true }, null, false)).toEqual(['resume', 'remove'])
		expect(packActions(ABSENT, SAVING, false)).toEqual(['cancel'])
		expect(packActions(ABSENT, failed('offline'), true)).toEqual(['retry'])
	})

	it('is nothing that needs a connection while there is none', () => {
		expect(packActions(ABSENT, null, true)).toEqual([])
		expect(packActions({ ...PARTIAL, kept: true }, null, true)).toEqual(['remove'])
		expect(packActions(KEPT, null, true)).toEqual(['remove'])
	})
})
