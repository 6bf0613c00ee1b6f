import { describe, expect, it } from 'vitest'
import { safeTarget } from '#web/app/guards.ts'

describe('the page to return to after a sign-in', () => {
	it('is any path of this app', () => {
		expect(safeTarget('/quiz/7?attemptId=3')).toBe('/quiz/7?attemptId=3')
		expect(safeTarget('/')).toBe('/')
	})

	it.each([
		'//evil.example',
		'/\\evil.example',
		'https://evil.example',
		'javascript:alert(1)',
		'elections',
		'',
		7,
		null,
		undefined,
	])('is not %j, which could lead to another site', (target) => {
		expect(safeTarget(target)).toBeUndefined()
	})
})
