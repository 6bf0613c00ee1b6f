import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { ElectionFields } from '#contract/admin/elections.ts'
import { JURISDICTIONS, type Jurisdiction } from '#domain/types.ts'
import {
	electionsOf,
	standingBody,
	withElection,
	withoutElection,
} from '#web/features/admin/candidates/api.ts'
import { electionBody, newElection } from '#web/features/admin/elections/election-dialog.tsx'
import { namesText } from '#web/features/admin/kit/errors.ts'
import { listFallback, mentions } from '#web/features/admin/kit/use-list.ts'
import { mainRole, roleText } from '#web/features/admin/users/users-page.tsx'

describe('the elections of a candidate', () => {
	const standing = { electionId: 'b', electionIds: ['a', 'b', 'c'] }

	it('begin with the primary one, which stays so when another comes', () => {
		expect(electionsOf(standing)).toEqual(['b', 'a', 'c'])
		expect(withElection(standing, 'd')).toEqual(['b', 'a', 'c', 'd'])
		expect(withElection(standing, 'c')).toEqual(['b', 'a', 'c'])
		expect(withElection({ electionId: null, electionIds: [] }, 'd')).toEqual(['d'])
	})

	it('leave the first that remains as the primary one, or none', () => {
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

describe('an election as it is sent', () => {
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
	])(
		'has of its place what %s elections need, whatever was typed before',
		(jurisdiction, needs) => {
			const body = sent(jurisdiction)
			const place = (['state', 'county', 'city', 'zipCode'] as const).filter((name) => body[name])
			expect(place).toEqual(needs)
			expect(JURISDICTIONS).toContain(body.jurisdiction)
		},
	)
})

describe('a list from a server without pages', () => {
	const missing = {
		ok: false,
		error: { kind: 'problem', status: 404, message: '', errors: [], retryAfterMs: null },
	} as const

	it('is the whole one, filtered here', async () => {
		const whole = async () => ({ ok: true, value: ['María', 'Otto'] }) as const
		const read = await listFallback<string>(missing, whole, (name) => mentions('maria', [name]))
		expect(read).toEqual({ ok: true, value: { rows: ['María'], next: null, total: 1 } })
	})

	it('is not asked for where the paged one failed otherwise', async () => {
		const failure = { ok: false, error: { kind: 'offline' } } as const
		const whole = () => Promise.reject(new Error('nobody asks'))
		expect(await listFallback<string>(failure, whole, () => true)).toBe(failure)
	})
})

describe('names in a sentence', () => {
	it('are a few, and how many there are besides', () => {
		expect(namesText({ count: 2, names: ['a', 'b'] })).toBe('a, b')
		const names = ['a', 'b', 'c', 'd', 'e', 'f']
		expect(namesText({ count: 120, names })).toBe('a, b, c, d, e, and 115 more')
	})
})

describe('the role that stands for several', () => {
	it('is the one that may do most; an unknown one of another server is called by its own name', () => {
		expect(mainRole(['ROLE_USER', 'ROLE_MODERATOR'])).toBe('ROLE_MODERATOR')
		expect(mainRole(['ROLE_USER', 'ROLE_ADMIN'])).toBe('ROLE_ADMIN')
		expect(mainRole(['ROLE_OTHER'])).toBe('ROLE_USER')
		expect(roleText('ROLE_ADMIN')).toBe('Admin')
		expect(roleText('ROLE_OTHER')).toBe('ROLE_OTHER')
	})
})
