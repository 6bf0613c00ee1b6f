import * as v from 'valibot'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { ManagedQuiz } from '#contract/admin/quizzes.ts'
import { haveCapabilities } from '#tests/support/capabilities.ts'
import { readCandidates, readStanding } from '#web/features/admin/candidates/api.ts'
import { changesOf, readPolicy } from '#web/features/admin/policies/api.ts'
import { policyVersion, typedPolicy } from '#web/features/admin/policies/policy-form-model.ts'
import { switchQuiz } from '#web/features/admin/quizzes/api.ts'

type Reply = readonly [status: number, body: unknown]

const asked: { call: string; body: unknown }[] = []

/** Server that supports only the given calls. */
const serve = (known: Readonly<Record<string, Reply>>): void => {
	vi.stubGlobal('fetch', async (input: string | URL | Request, init?: RequestInit) => {
		const request = new Request(new URL(String(input), 'http://server.example'), init)
		const call = `${request.method} ${new URL(request.url).pathname.replace(/^\/api/, '')}`
		const text = await request.text()
		asked.push({ call, body: text === '' ? null : JSON.parse(text) })
		const [status, body] = known[call] ?? [404, { message: 'Not found' }]
		return Response.json(body, { status })
	})
}
afterEach(() => {
	asked.length = 0
	haveCapabilities()
	vi.unstubAllGlobals()
})

const candidate = (id: string, where: object) => ({ id, name: `Candidate ${id}`, ...where })
const PEOPLE = [
	candidate('a', { electionId: 'e' }),
	candidate('b', { electionIds: ['x', 'e'] }),
	candidate('c', { electionId: 'x' }),
	// The two fields disagree.
	candidate('d', { electionId: 'e', electionIds: ['x'] }),
]
const { signal } = new AbortController()

describe('candidates of an election', () => {
	it('are filtered from all candidates without a dedicated call', async () => {
		serve({ 'GET /candidates': [200, PEOPLE] })
		const standing = await readStanding('e', signal)
		expect(standing.ok && standing.value.map(({ id }) => id)).toEqual(['a', 'b', 'd'])
		const page = await readCandidates({ search: '', electionId: 'e' }, undefined, signal)
		expect(page.ok && page.value.rows.map(({ id }) => id)).toEqual(['a', 'b', 'd'])
	})

	it('use the dedicated call on servers without pages', async () => {
		serve({ 'GET /candidates/election/e': [200, PEOPLE.slice(0, 1)] })
		const standing = await readStanding('e', signal)
		expect(standing.ok && standing.value.map(({ id }) => id)).toEqual(['a'])
		expect(asked.map(({ call }) => call)).not.toContain('GET /candidates')
	})

	it('have no fallback if the server fails', async () => {
		serve({ 'GET /candidates/election/e': [500, {}], 'GET /candidates': [200, PEOPLE] })
		expect((await readStanding('e', signal)).ok).toBe(false)
	})
})

describe('compare quiz activation', () => {
	const quiz: ManagedQuiz = {
		...{ id: '7', name: 'Money', electionId: '3', electionName: 'Texas', candidateIds: ['1', '2'] },
		...{ startDate: '2026-01-01', endDate: '2026-12-31', quizType: 'SCALE', active: false },
		...{ valid: null, message: null, policyCount: null },
	}
	const fields = {
		...{ name: 'Money', electionId: '3', candidateIds: ['1', '2'], active: true },
		...{ startDate: '2026-01-01', endDate: '2026-12-31', quizType: 'SCALE' },
	}
	const active = { id: '7', electionName: 'Texas', ...fields }

	it('updates the quiz on servers without an activate call', async () => {
		serve({ 'PUT /compare-quizzes/7': [200, active] })
		const reply = await switchQuiz(quiz, true, {})
		expect(reply.ok && reply.value.active).toBe(true)
		expect(asked).toEqual([{ call: 'PUT /compare-quizzes/7', body: fields }])
	})

	it('requires candidates and dates for the fallback update', async () => {
		serve({ 'PUT /compare-quizzes/7': [200, active] })
		for (const unknown of [{ candidateIds: [] }, { startDate: null }]) {
			expect(await switchQuiz({ ...quiz, ...unknown }, true, {})).toMatchObject({
				ok: false,
				error: { kind: 'problem', message: expect.stringMatching(/required/) },
			})
		}
		expect(asked).toEqual([])
	})

	it('uses the activate and deactivate calls if available', async () => {
		haveCapabilities('quiz-activation')
		serve({
			'PUT /compare-quizzes/7/activate': [200, active],
			'PUT /compare-quizzes/7/deactivate': [200, { ...active, active: false }],
		})
		expect((await switchQuiz(quiz, true, {})).ok).toBe(true)
		expect((await switchQuiz(quiz, false, {})).ok).toBe(true)
		expect(asked).toHaveLength(2)
	})

	it('reports a failed activate call without guessing', async () => {
		haveCapabilities('quiz-activation')
		serve({ 'PUT /compare-quizzes/7': [200, active] })
		expect(await switchQuiz(quiz, true, {})).toMatchObject({ ok: false, error: { status: 404 } })
		expect(asked).toHaveLength(1)
	})
})

describe('policy on a server without a policy call', () => {
	const LISTED = { id: 'p', text: 'Build a railway to every county', category: 'ECONOMY' }

	it('is read from the list and sends no unlisted fields', async () => {
		serve({ 'GET /policies/candidate/c/enhanced': [200, [LISTED]] })
		const read = await readPolicy('p', 'c')
		if (!read.ok) throw new Error(read.error.kind)
		// Defaults must not claim that the policy was validated.
		expect(read.value).toMatchObject({ validationStatus: 'PENDING', importance: 1 })
		const body = v.parse(typedPolicy(read.value), policyVersion(read.value).values)
		const sent = (changed: object) =>
			JSON.parse(JSON.stringify(changesOf(read.value, { ...body, ...changed })))
		expect(sent({})).toMatchObject({ text: LISTED.text, category: 'ECONOMY' })
		expect(sent({})).not.toHaveProperty('validationStatus')
		expect(sent({})).not.toHaveProperty('importance')
		expect(sent({ validationStatus: 'VALIDATED' })).toMatchObject({ validationStatus: 'VALIDATED' })
		expect(sent({ importance: 1.2 })).toMatchObject({ importance: 1.2 })
	})

	it('is sent completely if the list has every field', async () => {
		const stated = { ...LISTED, validationStatus: 'VALIDATED', importance: 1.4 }
		serve({ 'GET /policies/candidate/c/enhanced': [200, [stated]] })
		const read = await readPolicy('p', 'c')
		if (!read.ok) throw new Error(read.error.kind)
		const body = v.parse(typedPolicy(read.value), policyVersion(read.value).values)
		const { setByHand: _, overrideReason: __, background: ___, ...others } = body
		const { backgroundSource: ____, ...specified } = others
		expect(changesOf(read.value, body)).toEqual(specified)
		expect(body).toMatchObject({ validationStatus: 'VALIDATED', importance: 1.4 })
	})

	it('is missing only if the list loads without it', async () => {
		serve({ 'GET /policies/candidate/c/enhanced': [200, []] })
		expect(await readPolicy('p', 'c')).toMatchObject({ ok: false, error: { status: 404 } })
		serve({ 'GET /policies/candidate/c/enhanced': [500, {}] })
		expect(await readPolicy('p', 'c')).toMatchObject({ ok: false, error: { status: 500 } })
	})
})
