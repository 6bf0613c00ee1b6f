import { describe, expect, it } from 'vitest'
import { dayIn, isTimeZone } from '#domain/days.ts'

describe('calendar day', () => {
	it.each([
		['UTC', '2026-11-04T03:30:00Z', '2026-11-04'],
		['America/New_York', '2026-11-04T03:30:00Z', '2026-11-03'],
		['Pacific/Kiritimati', '2026-11-03T10:00:00Z', '2026-11-04'],
		// The day on which the clocks are set back has 25 hours.
		['America/New_York', '2026-11-01T04:00:00Z', '2026-11-01'],
		['America/New_York', '2026-11-02T04:59:59Z', '2026-11-01'],
		['America/New_York', '2026-11-02T05:00:00Z', '2026-11-02'],
	])('in %s at %s is %s', (zone, moment, day) => {
		expect(dayIn(zone, Date.parse(moment))).toBe(day)
	})

	it('falls back to UTC for a missing or unknown time zone', () => {
		const moment = Date.parse('2026-11-04T03:30:00Z')
		expect(dayIn(null, moment)).toBe('2026-11-04')
		expect(dayIn('Mars/Olympus', moment)).toBe('2026-11-04')
	})
})

it('recognizes time zone names', () => {
	expect(isTimeZone('Europe/Madrid')).toBe(true)
	expect(isTimeZone('Springfield')).toBe(false)
})
