import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { ExtractionResult, policyExtraction } from '#contract/admin/extraction.ts'
import type { Result } from '#domain/types.ts'
import type { Failure } from '#http/failure.ts'
import {
	type Run,
	type RunState,
	type RunWorld,
	runExtraction,
} from '#web/features/admin/extraction/run-extraction.ts'

const ID = '11111111-1111-4111-8111-111111111111'
const BODY = {
	candidateId: '1',
	kind: 'TEXT',
	source: 'We will bake bread.',
	fileName: null,
} as const
const OFFLINE: Failure = { kind: 'offline' }
const refused = (status: number, message = ''): Failure => ({
	kind: 'problem',
	status,
	message,
	errors: [],
	retryAfterMs: null,
})

const RESULT = v.parse(ExtractionResult, { status: 'SUCCESS', policies: [{ text: 'Bake bread' }] })
const extraction = (status: string, rest: object = {}) =>
	v.parse(policyExtraction.get.reply, {
		id: ID,
		candidateId: '1',
		status,
		kind: 'TEXT',
		source: 'We will',
		createdAt: '2031-01-01T00:00:00Z',
		...(status === 'SUCCESS' && { result: RESULT }),
		...rest,
	})
type Answer = ReturnType<typeof extraction> | Failure

const asResult = <Value>(answer: Value | Failure): Result<Value, Failure> =>
	typeof answer === 'object' &&
	answer !== null &&
	'kind' in answer &&
	!('status' in answer && 'candidateId' in answer)
		? { ok: false, error: answer as Failure }
		: { ok: true, value: answer as Value }

interface Script {
	readonly begin?: readonly Answer[]
	readonly read?: readonly Answer[]
	/** Set if the server has only the specification's call. */
	readonly plain?: typeof RESULT | Failure
}

/** Dependencies that return the scripted replies in order. */
const worldOf = ({ begin = [], read = [], plain }: Script) => {
	const [begins, reads] = [[...begin], [...read]]
	const asked: string[] = []
	const world: RunWorld = {
		hasStages: () => plain === undefined,
		async begin() {
			asked.push('begin')
			return asResult(begins.shift() ?? refused(404))
		},
		async read() {
			asked.push('read')
			return asResult(reads.shift() ?? refused(404))
		},
		async plain() {
			asked.push('plain')
			if (plain === undefined) throw new Error('The server has stages')
			return 'kind' in plain ? { ok: false, error: plain } : { ok: true, value: plain }
		},
		async pause(after) {
			asked.push(`pause after ${after}`)
		},
		async wait(ms) {
			asked.push(`wait ${ms}`)
		},
	}
	return { world, asked }
}

const run = async (script: Script, what: Run = { id: ID, body: BODY }) => {
	const { world, asked } = worldOf(script)
	const states: RunState[] = []
	await runExtraction(what, world, new AbortController().signal, (state) => states.push(state))
	return { states, asked, last: states.at(-1) }
}

describe('runExtraction', () => {
	it('reports each stage and the result', async () => {
		const { states, last, asked } = await run({
			begin: [extraction('RUNNING')],
			read: [extraction('RUNNING', { stage: 'detect', done: 3, total: 9 }), extraction('SUCCESS')],
		})
		expect(
			states.flatMap((state) => (state.kind === 'running' ? (state.extraction?.stage ?? []) : [])),
		).toEqual(['detect'])
		expect(last).toMatchObject({ kind: 'ended', known: true, result: { status: 'SUCCESS' } })
		// The specification requires a second between start and success.
		expect(asked).toContain('wait 1000')
	})

	it('reports a lost connection and resumes', async () => {
		const { states, last } = await run({
			begin: [extraction('RUNNING')],
			read: [OFFLINE, refused(502), extraction('SUCCESS')],
		})
		expect(states.flatMap((state) => (state.kind === 'running' ? [state.lost] : []))).toEqual([
			false,
			true,
			true,
		])
		expect(last?.kind).toBe('ended')
	})

	it('does not start twice if only the start reply was lost', async () => {
		const { asked, last } = await run({ begin: [OFFLINE], read: [extraction('SUCCESS')] })
		expect(asked.filter((call) => call === 'begin')).toHaveLength(1)
		expect(last?.kind).toBe('ended')
	})

	it('starts again if the first start never arrived', async () => {
		const { asked, last } = await run({
			begin: [OFFLINE, extraction('SUCCESS')],
			read: [refused(404)],
		})
		expect(asked.filter((call) => call === 'begin')).toHaveLength(2)
		expect(last?.kind).toBe('ended')
	})

	it('uses the specified call on a server without stages', async () => {
		const { last, asked } = await run({ plain: RESULT })
		expect(last).toMatchObject({ kind: 'ended', known: false, extraction: null })
		expect(asked).not.toContain('begin')
	})

	it.each([
		['404', refused(404)],
		['405', refused(405)],
		['an unreadable reply', { kind: 'bad-response', status: 200 } as const],
	])('fails without guessing if a server with stages answers %s', async (_, answer) => {
		const { last } = await run({ begin: [answer] })
		expect(last).toMatchObject({ kind: 'failed' })
	})

	it('reports that a server without the call cannot read files', async () => {
		const body = { ...BODY, kind: 'FILE', fileName: 'a.pdf' } as const
		const { last, asked } = await run({ plain: RESULT }, { id: ID, body })
		expect(last).toMatchObject({
			kind: 'failed',
			message: expect.stringContaining('Paste the text'),
		})
		expect(asked).not.toContain('plain')
	})

	it("fails with the server's message", async () => {
		const { last } = await run({ begin: [refused(422, 'This page is empty.')] })
		expect(last).toMatchObject({ message: 'Scientific extraction failed: This page is empty.' })
	})

	it('resumes a known extraction without starting or waiting', async () => {
		const { asked, last } = await run({ read: [extraction('SUCCESS')] }, { id: ID, body: null })
		expect(asked).toEqual(['read'])
		expect(last?.kind).toBe('ended')
	})

	it('reports an extraction that no longer exists', async () => {
		const { last } = await run({ read: [refused(404)] }, { id: ID, body: null })
		expect(last).toMatchObject({ kind: 'failed', gone: true })
	})

	it('reports a saved extraction without its proposals', async () => {
		const saved = extraction('SUCCESS', { savedAt: '2031-01-02T00:00:00Z' })
		const { last } = await run({ read: [saved] }, { id: ID, body: null })
		expect(last).toEqual({ kind: 'saved' })
	})

	it('does not report a missing candidate as a lost extraction', async () => {
		const { last } = await run({ plain: refused(404, 'No candidate') })
		expect(last).toMatchObject({ kind: 'failed', gone: false })
	})

	it('reports a cancelled extraction', async () => {
		const { last } = await run({ read: [extraction('CANCELLED')] }, { id: ID, body: null })
		expect(last).toEqual({ kind: 'cancelled' })
	})

	it('reports nothing after its page is left', async () => {
		const { world } = worldOf({ begin: [extraction('SUCCESS')] })
		const leaving = new AbortController()
		leaving.abort()
		const states: RunState[] = []
		await runExtraction({ id: ID, body: BODY }, world, leaving.signal, (state) =>
			states.push(state),
		)
		expect(states).toEqual([])
	})
})
