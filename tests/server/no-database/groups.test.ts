import { expect, it } from 'vitest'
import { BUSY, createGroups } from '#server/services/quiz/groups.ts'

interface Call {
	readonly owner: string
	readonly name: string
}

const call = (owner: string, name = owner): Call => ({ owner, name })

/** Groups whose work notes each group, and fails for those with a call named "bad" or "lost". */
const noting = () => {
	const groups: string[][] = []
	const take = createGroups<Call, string>(
		async (calls, waits) => {
			const names = calls.map(({ name }) => name)
			groups.push(names)
			await Promise.resolve()
			if (names.includes('bad')) throw new Error('refused')
			if (names.includes('lost')) throw new Error('Connection terminated unexpectedly')
			return names.map((name) => (name === 'locked' && !waits ? BUSY : name))
		},
		({ owner }) => owner,
	)
	return { groups, take }
}

it('calls that arrive while one runs become one group', async () => {
	const { groups, take } = noting()
	const names = ['a', 'b', 'c']
	expect(await Promise.all(names.map((name) => take(call(name))))).toEqual(names)
	expect(groups).toEqual([['a'], ['b', 'c']])
})

it('a group has one call of each owner', async () => {
	const { groups, take } = noting()
	await Promise.all([
		take(call('x')),
		take(call('a', 'a1')),
		take(call('a', 'a2')),
		take(call('b')),
	])
	expect(groups).toEqual([['x'], ['a1', 'b'], ['a2']])
})

it('a call that must wait for a lock runs alone', async () => {
	const { groups, take } = noting()
	const names = ['x', 'locked', 'b']
	expect(await Promise.all(names.map((name) => take(call(name))))).toEqual(names)
	expect(groups).toEqual([['x'], ['locked', 'b'], ['locked']])
})

it('a call that the database refuses does not fail the others', async () => {
	const { take } = noting()
	const outcomes = await Promise.allSettled(['x', 'bad', 'b'].map((name) => take(call(name))))
	expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
})

// It may have committed, and calls without a key would take effect twice.
it('a group whose connection is lost is not tried again', async () => {
	const { groups, take } = noting()
	const outcomes = await Promise.allSettled(['x', 'lost', 'b'].map((name) => take(call(name))))
	expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected'])
	expect(groups).toEqual([['x'], ['lost', 'b']])
})
