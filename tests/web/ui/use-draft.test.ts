import { beforeEach, describe, expect, it } from 'vitest'
import { passingStorage } from '#web/app/storage.ts'
import { draftOf } from '#web/ui/draft.ts'

beforeEach(() => passingStorage.clear())

describe('draft', () => {
	it('is restored under the same name', () => {
		draftOf('feedback.s1').keep('Nearly done')
		expect(draftOf('feedback.s1').read()).toBe('Nearly done')
		expect(draftOf('feedback.s2').read()).toBe('')
	})

	it('is removed from storage when empty', () => {
		const draft = draftOf('feedback.s1')
		draft.keep('Nearly done')
		draft.keep('')
		expect(passingStorage.length).toBe(0)
	})
})
