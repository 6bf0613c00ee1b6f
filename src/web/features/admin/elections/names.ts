import { useEffect, useReducer } from 'react'
import type { Result } from '#domain/types.ts'
import type { Failure } from '#http/failure.ts'
import { readElection } from './read.ts'

/** The names of elections that were seen in this page; null while one is being read, and where it could not be. */
const known = new Map<string, string | null>()

/** Notes the name of an election that was read anyway. */
export const rememberElection = ({
	id,
	name,
}: {
	readonly id: string
	readonly name: string
}): void => void known.set(id, name)

const note = (id: string, read: Result<{ readonly name: string }, Failure>): void => {
	if (read.ok) known.set(id, read.value.name)
	// Asked again by the next page that needs it.
	else known.delete(id)
}

/** The names of elections, each read once. @returns null for one that is not known yet. */
export const useElectionNames = (ids: readonly string[]): ((id: string) => string | null) => {
	const [, redraw] = useReducer((count: number) => count + 1, 0)
	const unknown = [...new Set(ids)].filter((id) => !known.has(id)).join(' ')
	useEffect(() => {
		let gone = false
		const read = async (id: string): Promise<void> => {
			known.set(id, null)
			note(id, await readElection(id))
		}
		Promise.all(unknown.split(' ').filter(Boolean).map(read))
			.then(() => {
				if (!gone) redraw()
			})
			.catch(reportError)
		return () => {
			gone = true
		}
	}, [unknown])
	return (id) => known.get(id) ?? null
}
