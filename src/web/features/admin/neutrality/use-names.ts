import { useMemo } from 'react'
import type { ManagedCandidate } from '#contract/manage-candidates.ts'
import type { Failure } from '#http/failure.ts'
import { readRivals } from '../candidates/rivals.ts'
import { useRead } from '../lists/use-read.ts'
import type { Names } from './concerns.ts'

/** Whom statements of a candidate do not name. */
export interface KnownNames {
	readonly names: Names
	/** Why the names of others could not be read; null while they come, and when they have. */
	readonly failure: Failure | null
	/** Whether they are being read. */
	readonly loading: boolean
	reload(): void
}

/** Reads whom statements of a candidate do not name; their own name is known at once. */
export const useNames = (candidate: ManagedCandidate): KnownNames => {
	const { value, failure, loading, reload } = useRead(candidate.id, (signal) =>
		readRivals(candidate, signal),
	)
	const { name, party } = candidate
	const names = useMemo(
		() => ({
			own: [name],
			others: value?.names ?? null,
			parties: [...new Set([party ?? '', ...(value?.parties ?? [])])].filter(Boolean),
		}),
		[name, party, value],
	)
	return { names, failure, loading, reload }
}
