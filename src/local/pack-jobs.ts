import type { Failure } from '#http/failure.ts'
import type { LocalDeps } from './deps.ts'
import type { StorageTrouble } from './store-guard.ts'

/** Why a package could not be saved: the network's or the server's word, this device's storage, or a server that sent less than its quizzes name. */
export type PackTrouble = Failure | { readonly kind: StorageTrouble | 'incomplete' }

/** Whether the trouble is one of the call. */
export const isFailure = (trouble: PackTrouble): trouble is Failure =>
	!['full', 'lost', 'incomplete'].includes(trouble.kind)

/** What is being done for a package: it is saved, in so many steps (null while nobody knows), or that failed. */
export type PackWork =
	| { readonly phase: 'saving'; readonly done: number; readonly total: number | null }
	| { readonly phase: 'failed'; readonly trouble: PackTrouble }

/** The work on packages in this page: one job at a time for each, and what has become of it for those who look. */
export const createPackJobs = ({ user }: Pick<LocalDeps, 'user'>) => {
	const jobs = new Map<string, AbortController>()
	const works = new Map<string, PackWork>()
	const listeners = new Set<() => void>()
	return {
		/** A page may see several voters: what failed for one is nothing to the next. */
		keyOf: (electionId: string): string => `${user()?.key}/${electionId}`,
		work: (key: string): PackWork | null => works.get(key) ?? null,
		show(key: string, work: PackWork | null): void {
			if (work === null) works.delete(key)
			else works.set(key, work)
			for (const listener of listeners) listener()
		},
		isBusy: (key: string): boolean => jobs.has(key),
		stop: (key: string): void => jobs.get(key)?.abort(),
		/** Runs a job; one that is under way for the same package gives way. */
		async run<Value>(key: string, job: (signal: AbortSignal) => Promise<Value>): Promise<Value> {
			jobs.get(key)?.abort()
			const own = new AbortController()
			jobs.set(key, own)
			try {
				return await job(own.signal)
			} finally {
				if (jobs.get(key) === own) jobs.delete(key)
			}
		},
		/** @returns what takes the listener back. */
		subscribe(listener: () => void): () => void {
			listeners.add(listener)
			return () => listeners.delete(listener)
		},
	}
}

export type PackJobs = ReturnType<typeof createPackJobs>
