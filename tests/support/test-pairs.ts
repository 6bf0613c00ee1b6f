import type { Send } from './administrator.ts'

const candidateId = async (send: Send, name: string): Promise<string> => {
	const path = `/admin/candidates?search=${encodeURIComponent(name)}`
	const { rows } = await send<{ rows: { id: string }[] }>('GET', path)
	return rows[0]?.id ?? ''
}

export interface Pair {
	readonly id: string
	readonly isActive: boolean
}

/** Creates a knowledge test pair as another administrator. */
export const makePair = async (send: Send, one: string, other: string): Promise<Pair> => {
	const [candidate1Id, candidate2Id] = [
		await candidateId(send, one),
		await candidateId(send, other),
	]
	await send('POST', '/admin/test-config', { candidate1Id, candidate2Id })
	const all = await send<Pair[]>('GET', '/admin/test-config/all')
	const [last] = all.slice(-1)
	if (last === undefined) throw new Error('No pair was made')
	return last
}

/** Opens the knowledge test to voters, with Roosevelt and Wilson. */
export const openTest = async (send: Send): Promise<Pair> => {
	const pair = await makePair(send, 'Theodore Roosevelt', 'Woodrow Wilson')
	await send('PUT', `/admin/test-config/${pair.id}/activate`)
	await send('PUT', '/admin/test-config/toggle?enabled=true')
	return pair
}
