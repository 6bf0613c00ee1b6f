import { describe, expect, it } from 'vitest'
import type { Position } from '#contract/admin/positions.ts'
import type { Result } from '#domain/types.ts'
import type { Failure } from '#http/failure.ts'
import { type CellChange, createCellQueue } from '#web/features/admin/positions/cell-queue.ts'

type Reply = Result<readonly (Position | null)[], Failure>

const change = (policyId: string, value: number | null): CellChange => ({
	...{ policyId, candidateId: 'bob' },
	fields: { value },
})
const refusal = (status: number, ...cells: number[]): Reply => ({
	ok: false,
	error: {
		...{ kind: 'problem', status, message: 'No.', retryAfterMs: null },
		errors: cells.map((at) => ({ path: `cells.${at}.value`, message: `Cell ${at}` })),
	},
})
const OK: Reply = { ok: true, value: [] }

/** A queue whose calls a test answers one by one. */
const makeQueue = () => {
	const calls: { readonly sent: string[]; readonly answer: (reply: Reply) => Promise<void> }[] = []
	const queue = createCellQueue({
		send: (changes) =>
			new Promise((resolve) => {
				calls.push({
					sent: changes.map(({ policyId, fields }) => `${policyId} ${fields.value}`),
					async answer(reply) {
						resolve(reply)
						// Several microtasks until the next call.
						await new Promise((done) => setTimeout(done))
					},
				})
			}),
		onStored: () => undefined,
	})
	const states = () =>
		[...queue.get().values()].map(({ policyId, state }) => `${policyId} ${state}`)
	return { queue, calls, states }
}

describe('cell queue', () => {
	it('sends what piled up during a call in one call', async () => {
		const { queue, calls, states } = makeQueue()
		queue.put([change('a', 1)])
		queue.put([change('b', 1)])
		queue.put([change('c', null)])
		expect(calls.map(({ sent }) => sent)).toEqual([['a 1']])
		await calls[0]?.answer(OK)
		expect(calls[1]?.sent).toEqual(['b 1', 'c null'])
		await calls[1]?.answer(OK)
		expect(states()).toEqual([])
	})

	it('sends a newer value that replaced one on its way', async () => {
		const { queue, calls, states } = makeQueue()
		queue.put([change('a', 1)])
		queue.put([change('a', 2)])
		await calls[0]?.answer(OK)
		expect(states()).toEqual(['a saving'])
		expect(calls[1]?.sent).toEqual(['a 2'])
	})

	it('marks conflicts and sends the other cells again', async () => {
		const { queue, calls, states } = makeQueue()
		queue.put([change('a', 1), change('b', 1), change('c', 1)])
		await calls[0]?.answer(refusal(412, 1))
		expect(states()).toEqual(['a saving', 'b conflict', 'c saving'])
		expect(calls[1]?.sent).toEqual(['a 1', 'c 1'])
	})

	it('keeps rejected cells with their message', async () => {
		const { queue, calls } = makeQueue()
		queue.put([change('a', 1), change('b', 1)])
		await calls[0]?.answer(refusal(400, 0))
		expect(queue.get().get('a bob')).toMatchObject({ state: 'failed', why: 'Cell 0' })
	})

	it('keeps all cells of a failed call and sends them again on request', async () => {
		const { queue, calls, states } = makeQueue()
		queue.put([change('a', 1), change('b', 1)])
		await calls[0]?.answer(refusal(500))
		expect(states()).toEqual(['a failed', 'b failed'])
		queue.drop(['b bob'])
		queue.retry()
		expect(calls[1]?.sent).toEqual(['a 1'])
		await calls[1]?.answer(OK)
		expect(states()).toEqual([])
	})
})
