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

describe('what was typed and is not saved', () => {
	const draft = { name: 'Texas', values: { name: 'Texas' }, etag: '"3"' }

	it('is there after the sign-in has ended and begun anew, with the version that it was typed over', () => {
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

	it("is nobody else's, and goes with a sign-out", () => {
		signIn('anna')
		keepDraft(draftKey('election', null), { ...draft, etag: undefined })
		session.expire('anna')
		signIn('ben')
		expect(openDrafts('election')).toEqual([])
		session.signOut()
		signIn('anna')
		expect(openDrafts('election')).toEqual([])
	})

	it('is known as new where its record is being made, and gone once it is dropped', () => {
		signIn('anna')
		const key = draftKey('election', null)
		keepDraft(key, { ...draft, etag: undefined })
		expect(openDrafts('election')).toEqual([{ key, id: null, name: 'Texas' }])
		dropDraft(key)
		expect(readDraft(key)).toBeNull()
	})

	it('is nothing where something else stands in its place', () => {
		signIn('anna')
		passingStorage.setItem(draftKey('election', '1'), 'no draft')
		passingStorage.setItem(draftKey('election', '2'), '{"name":1}')
		expect(openDrafts('election')).toEqual([])
	})
})
