import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { oneDecimal } from '#domain/written-forms.ts'
import { accuracyText, secondsText } from '#web/features/admin/knowledge-test/analytics-tables.ts'
import { pointsText, scoreText, shareText } from '#web/ui/format.ts'

describe('figure with one decimal', () => {
	it('is rounded half up by every formatter', () => {
		const hundredths = fc.integer({ min: 0, max: 9999 })
		fc.assert(
			fc.property(hundredths, (count) => {
				const tenths = Math.floor((count + 5) / 10)
				const text = `${Math.floor(tenths / 10)}.${tenths % 10}`
				const value = count / 100
				expect(oneDecimal(value)).toBe(text)
				expect(scoreText(value)).toBe(text)
				expect(accuracyText(value)).toBe(`${text}%`)
				expect(secondsText(count * 10)).toBe(`${text} s`)
				expect(shareText(count / 10_000)).toBe(`${text}%`)
				expect(pointsText(count / 10_000)).toBe(text)
			}),
		)
	})
})
