import { afterEach, describe, expect, it } from 'vitest'
import { session } from '#web/app/session.ts'
import { passingStorage } from '#web/app/storage.ts'
import {
	draftKey,
	dropDraft,
	keepDraft,
	openDrafts,
	readDraft,
} from '#web/features/admin/kit/drafts.tsx'

const signIn = (username: string): void =>
	session.signIn({
		token: username,
		user: { id: username, username, email: null, roles: ['ROLE_ADMIN'] },
		remember: true,
	})

afterEach(() => session.signOut())

describe('form draft', () => {
	const draft = { name: 'Texas', values: { name: 'Texas' }, etag: '"3"' }

	it('survives an expired session, including the etag', () => {
		signIn('anna')
		keepDraft(draftKey('election', '7'), draft)
		session.expire('anna')
		expect(openDrafts('election')).toEqual([])
		signIn('anna')
		const [open] = openDrafts('election')
		expect(open).toMatchObject({ id: '7', name: 'Texas' })
		expect(readDraft(open?.key ?? '')).toEqual(draft)
		expect(openDrafts('candidate')).toEqual([])
	})

	it('is private to the user and deleted at sign-out', () => {
		signIn('anna')
		keepDraft(draftKey('election', null), { ...draft, etag: undefined })
		session.expire('anna')
		signIn('ben')
		expect(openDrafts('election')).toEqual([])
		session.signOut()
		signIn('anna')
		expect(openDrafts('election')).toEqual([])
	})

	it('of a new record has no id and can be dropped', () => {
		signIn('anna')
		const key = draftKey('election', null)
		keepDraft(key, { ...draft, etag: undefined })
		expect(openDrafts('election')).toEqual([{ key, id: null, name: 'Texas' }])
		dropDraft(key)
		expect(readDraft(key)).toBeNull()
	})

	it('ignores invalid stored data', () => {
		signIn('anna')
		passingStorage.setItem(draftKey('election', '1'), 'no draft')
		passingStorage.setItem(draftKey('election', '2'), '{"name":1}')
		expect(openDrafts('election')).toEqual([])
	})
})
