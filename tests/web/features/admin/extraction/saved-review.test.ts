import { afterEach, describe, expect, it } from 'vitest'
import { session } from '#web/app/session.ts'
import { lastingStorage, passingStorage } from '#web/app/storage.ts'
import { emptyPolicy } from '#web/features/admin/extraction/review-policies.ts'
import { type KeptReview, reviewKeeper } from '#web/features/admin/extraction/saved-review.ts'
import {
	dropSource,
	keepSource,
	keptSource,
	NO_SOURCE,
} from '#web/features/admin/extraction/source-form-model.ts'

const signIn = (username: string, remember = true): void =>
	session.signIn({
		token: username,
		user: { id: username, username, email: null, roles: ['ROLE_ADMIN'] },
		remember,
	})

afterEach(() => {
	lastingStorage.clear()
	session.signOut()
})

const reviewAt = (at: number): KeptReview => ({
	candidateId: '1',
	at,
	policies: [emptyPolicy('a')],
	saveKey: 'key',
	result: null,
	source: { source: 'https://a.example', url: true },
	known: true,
})

const keysOf = (storage: Storage): string[] =>
	Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '').filter((key) =>
		key.startsWith('evenhand.review.'),
	)

describe('stored review', () => {
	it('survives a reload until dropped', () => {
		signIn('anna')
		expect(reviewKeeper('e1').keep(reviewAt(Date.now()))).toBe(true)
		const [key = ''] = keysOf(lastingStorage)
		expect(JSON.parse(lastingStorage.getItem(key) ?? '')).toMatchObject({ saveKey: 'key' })
		expect(reviewKeeper('e1').read()).toMatchObject({ saveKey: 'key', known: true })
		reviewKeeper('e1').drop()
		expect(reviewKeeper('e1').read()).toBeNull()
		expect(keysOf(lastingStorage)).toEqual([])
	})

	it('belongs to its user, even if the session just expired', () => {
		signIn('anna')
		const keeper = reviewKeeper('e2')
		session.expire('anna')
		expect(keeper.keep(reviewAt(Date.now()))).toBe(true)
		signIn('ben')
		expect(reviewKeeper('e2').read()).toBeNull()
		signIn('anna')
		expect(reviewKeeper('e2').read()).not.toBeNull()
	})

	it('is stored per tab unless the sign-in is remembered', () => {
		signIn('anna', false)
		reviewKeeper('e3').keep(reviewAt(Date.now()))
		expect(keysOf(lastingStorage)).toEqual([])
		expect(keysOf(passingStorage)).toHaveLength(1)
	})

	it("is deleted after the server's retention period", () => {
		signIn('anna')
		const now = Date.now()
		reviewKeeper('old').keep(reviewAt(now - 8 * 86_400_000))
		reviewKeeper('new').keep(reviewAt(now - 6 * 86_400_000))
		reviewKeeper('other').read()
		expect(keysOf(lastingStorage)).toEqual(['evenhand.review.anna.new'])
	})
})

describe('stored source', () => {
	it('is stored per candidate and user until dropped', () => {
		signIn('anna')
		keepSource('1', { ...NO_SOURCE, kind: 'TEXT', url: 'https://a.example', text: 'We will' })
		expect(keptSource('1')).toMatchObject({
			kind: 'TEXT',
			url: 'https://a.example',
			text: 'We will',
		})
		expect(keptSource('2')).toEqual(NO_SOURCE)
		signIn('ben')
		expect(keptSource('1')).toEqual(NO_SOURCE)
		signIn('anna')
		dropSource('1')
		expect(keptSource('1')).toEqual(NO_SOURCE)
	})
})
