import * as v from 'valibot'
import { afterEach, describe, expect, it } from 'vitest'
import { ElectionFields } from '#contract/admin/elections.ts'
import { JURISDICTIONS, type Jurisdiction } from '#domain/types.ts'
import { haveCapabilities } from '#tests/support/capabilities.ts'
import {
	electionsOf,
	standingBody,
	withElection,
	withoutElection,
} from '#web/features/admin/candidates/api.ts'
import { electionBody, newElection } from '#web/features/admin/elections/election-dialog.tsx'
import { namesText } from '#web/features/admin/kit/errors.ts'
import { listFallback, mentions } from '#web/features/admin/kit/queries.ts'
import { mainRole, roleText } from '#web/features/admin/users/users-page.tsx'

afterEach(() => haveCapabilities())

describe('elections of a candidate', () => {
	const standing = { electionId: 'b', electionIds: ['a', 'b', 'c'] }

	it('start with the primary election and append new ones', () => {
		expect(electionsOf(standing)).toEqual(['b', 'a', 'c'])
		expect(withElection(standing, 'd')).toEqual(['b', 'a', 'c', 'd'])
		expect(withElection(standing, 'c')).toEqual(['b', 'a', 'c'])
		expect(withElection({ electionId: null, electionIds: [] }, 'd')).toEqual(['d'])
	})

	it('promote the next election when the primary is removed', () => {
		const candidate = {
			id: '1',
			name: 'Ada',
			website: 'https://a.example',
			logo: null,
			party: null,
			policyCount: null,
			validatedCount: null,
		}
		const bodyWithout = (from: typeof standing, id: string) =>
			standingBody({ ...candidate, ...from }, withoutElection(from, id))
		expect(bodyWithout(standing, 'b')).toMatchObject({ electionId: 'a', electionIds: ['a', 'c'] })
		expect(bodyWithout(standing, 'a')).toMatchObject({ electionId: 'b', electionIds: ['b', 'c'] })
		expect(bodyWithout({ electionId: 'b', electionIds: ['b'] }, 'b')).toMatchObject({
			electionId: null,
			electionIds: [],
		})
	})
})

describe('election body', () => {
	const sent = (jurisdiction: Jurisdiction) => {
		const place = { state: 'Texas', county: 'Travis', city: 'Austin', zipCode: '78701' }
		const { values } = newElection()
		const typed = { ...values, name: 'A', jurisdiction, ...place }
		return electionBody(v.parse(ElectionFields, typed))
	}

	it.each<[Jurisdiction, string[]]>([
		['FEDERAL', []],
		['STATE', ['state']],
		['COUNTY', ['state', 'county']],
		['CITY', ['state', 'city']],
		['ZIP', ['zipCode']],
	])('contains only the place fields of %s elections', (jurisdiction, needs) => {
		const body = sent(jurisdiction)
		const place = (['state', 'county', 'city', 'zipCode'] as const).filter((name) => body[name])
		expect(place).toEqual(needs)
		expect(JURISDICTIONS).toContain(body.jurisdiction)
	})
})

describe('list fallback for servers without pages', () => {
	it('filters the full list on the device', async () => {
		const paged = () => Promise.reject(new Error('no such call'))
		const whole = async () => ({ ok: true, value: ['María', 'Otto'] }) as const
		const read = await listFallback<string>(paged, whole, (name) => mentions('maria', [name]))
		expect(read).toEqual({ ok: true, value: { rows: ['María'], next: null, total: 1 } })
	})

	it.each(['offline', 'timeout'] as const)(
		'is not used by servers with pages: %s',
		async (kind) => {
			haveCapabilities('records')
			const failure = { ok: false, error: { kind } } as const
			const whole = () => Promise.reject(new Error('not asked for'))
			expect(
				await listFallback<string>(
					async () => failure,
					whole,
					() => true,
				),
			).toBe(failure)
		},
	)
})

describe('names in a sentence', () => {
	it('show five and the number of others', () => {
		expect(namesText({ count: 2, names: ['a', 'b'] })).toBe('a, b')
		const names = ['a', 'b', 'c', 'd', 'e', 'f']
		expect(namesText({ count: 120, names })).toBe('a, b, c, d, e, and 115 more')
	})
})

describe('main role', () => {
	it('is the most powerful known role', () => {
		expect(mainRole(['ROLE_USER', 'ROLE_MODERATOR'])).toBe('ROLE_MODERATOR')
		expect(mainRole(['ROLE_USER', 'ROLE_ADMIN'])).toBe('ROLE_ADMIN')
		expect(mainRole(['ROLE_OTHER'])).toBe('ROLE_USER')
		expect(roleText('ROLE_ADMIN')).toBe('Admin')
		expect(roleText('ROLE_OTHER')).toBe('ROLE_OTHER')
	})
})
