import fc from 'fast-check'
import type * as v from 'valibot'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import { endpoints } from '#contract/index.ts'
import { valid } from '../../support/from-schema.ts'
import { raw } from '../../support/quizzes.ts'
import { begun } from '../../support/test-sessions.ts'
import {
	callRow,
	createWorld,
	isMounted,
	knowing,
	ROWS,
	type Who,
	type World,
} from '../../support/world.ts'

// Compares each server reply with its schema; new schema fields need a review of the snapshot.

interface Node {
	readonly type: string
	readonly pipe?: readonly Node[]
	readonly entries?: Readonly<Record<string, Node>>
	readonly item?: Node
	readonly wrapped?: Node
	readonly value?: Node
	readonly options?: readonly unknown[]
}

const pathsOf = (node: Node, at = ''): string[] => {
	const parts = node.pipe ?? []
	if (parts.length > 0) return parts[0] ? pathsOf(parts[0], at) : []
	if (node.entries) {
		return Object.entries(node.entries).flatMap(([name, each]) => pathsOf(each, `${at}.${name}`))
	}
	if (node.item) return pathsOf(node.item, `${at}[]`)
	if (node.wrapped) return pathsOf(node.wrapped, at)
	if (node.type === 'record' && node.value) return pathsOf(node.value, `${at}.*`)
	if (node.type === 'union' && node.options) {
		return (node.options as readonly Node[]).flatMap((each) => pathsOf(each, at))
	}
	return [node.type === 'unknown' ? `${at}?` : at]
}

const fieldsOf = (schema: v.GenericSchema): string[] =>
	[...new Set(pathsOf(schema as unknown as Node))].toSorted()

const pathsIn = (value: unknown, at = ''): string[] => {
	if (Array.isArray(value)) return value.flatMap((each) => pathsIn(each, `${at}[]`))
	if (value === null) return []
	if (typeof value !== 'object') return [at]
	return Object.entries(value).flatMap(([name, each]) => pathsIn(each, `${at}.${name}`))
}

/** Matches a path against schema fields: "*" is any name, "?" any value. */
const allows = (fields: readonly string[], path: string): boolean =>
	fields.some((field) => {
		const pattern = field
			.replace(/[.[\]]/g, '\\$&')
			.replace(/\*/g, '[^.[]+')
			.replace(/\?$/, '.*')
		return new RegExp(`^${pattern}(?:\\[\\])?$`).test(path)
	})

/** Field names that no reply may contain. */
const NEVER =
	/(?:^|[.[\]])(?:password|passwordHash|hash|tokenHash|sealedToken|usernameKey|emailKey|secret|jwt|accessToken|deletedAt|deletedWith|startKey|completeKey|fingerprint|address|points)$/i

let world: World
beforeAll(async () => {
	world = await createWorld({ log: () => undefined })
})

describe('contract', () => {
	it('lists every reply field in a reviewed snapshot', async () => {
		const fields = ROWS.map(({ title, row }) => [title, fieldsOf(row.reply).join(' ')])
		await expect(`${JSON.stringify(Object.fromEntries(fields), null, '\t')}\n`).toMatchFileSnapshot(
			'reply-fields.json',
		)
	})

	it('has no secret in replies and limits email addresses to self and administrators', () => {
		const having = (name: RegExp) =>
			ROWS.filter(({ row }) => fieldsOf(row.reply).some((field) => name.test(field))).map(
				({ title }) => title,
			)
		// Other servers name the sign-in token differently, and its user is whatever `users.profile` returns.
		const secrets = having(NEVER).filter((title) => !/^auth\.(?:login|register)$/.test(title))
		expect(secrets).toEqual([])
		expect(having(/\.email$/)).toEqual([
			'users.profile',
			'yourData.read',
			'passwordResets.list',
			'manageUsers.list',
			'manageUsers.page',
			'manageUsers.get',
		])
		expect(having(/\.token$/)).toEqual(['auth.login', 'auth.register'])
		expect(having(/\.correct$/)).toEqual([
			'knowledgeTest.submitGuess',
			'knowledgeTest.batch',
			'knowledgeTest.results',
		])
	})
})

const WHO: Readonly<Record<string, Who>> = {
	public: 'anonymous',
	user: 'owner',
	moderator: 'moderator',
	admin: 'admin',
}

/** Fields allowed for a call without a reply schema: the restore deadline, or those of its group's other replies. */
const shapeless = (noun: string): string[] => {
	const others = ROWS.filter((each) => each.noun === noun).flatMap(({ row }) => fieldsOf(row.reply))
	const plain = others
		.filter((field) => field !== '?')
		.map((field) => field.replace(/^(?:\.rows)?\[\]/, ''))
	return [...plain, '.restorableUntil', '.message', '.success', '.id']
}

describe('server reply', () => {
	const request = async (row: Endpoint) => {
		const first = { attempt: [world.done], session: [world.sessionId] }
		const known = knowing(row, await world.ids(), first)
		return (seed: number) => {
			const parts = Object.entries({ params: row.params, query: row.query, body: row.body })
			return Object.fromEntries(
				parts.flatMap(([part, schema]) =>
					schema ? [[part, fc.sample(valid(schema, known), { numRuns: 1, seed })[0]]] : [],
				),
			)
		}
	}

	it.each(ROWS)('$title returns only fields of its schema', async ({ noun, row }) => {
		if (!isMounted(world.server, row)) {
			expect([404, 405]).toContain((await callRow(world, row, 'admin', {})).status)
			return
		}
		const make = await request(row)
		const names = fieldsOf(row.reply)
		const fields = names.join() === '?' ? shapeless(noun) : names
		for (let seed = 1; seed <= 6; seed++) {
			const { status, body } = await callRow(world, row, WHO[row.access] ?? 'admin', make(seed))
			if (status >= 300) continue
			const got = [...new Set(pathsIn(body))]
			expect(got.filter((path) => !allows(fields, path))).toEqual([])
			expect(got.filter((path) => NEVER.test(path))).toEqual([])
			expect(JSON.stringify(body) ?? '').not.toContain('$argon2')
		}
	})

	it('starting a knowledge test reveals no answers', async () => {
		world = await createWorld({ log: () => undefined })
		const session = await begun(world.server)
		for (const policy of session.policies) {
			expect(Object.keys(policy).toSorted()).toEqual(['digest', 'policyId', 'text'])
		}
		const path = `/api/policy-knowledge-test/results/${session.sessionId}`
		const before = await raw(world.server, path)
		// Only guessed policies have an outcome.
		expect(before.body).toMatchObject({ policyResults: [] })
	})

	it("voter replies contain no other user's name or address", async () => {
		const { owner, other } = world.voters
		const reads = Object.values(endpoints).flatMap((group) => Object.values<Endpoint>(group))
		for (const row of reads.filter(({ access, method }) => access === 'user' && method === 'GET')) {
			const { body } = await callRow(world, row, 'other', (await request(row))(1))
			const text = JSON.stringify(body) ?? ''
			for (const { user } of [owner, world.voters.admin]) {
				expect(text, row.path).not.toContain(user.email)
				expect(text, row.path).not.toContain(user.username)
			}
			expect(other.user.username).not.toBe(owner.user.username)
		}
	})
})
