import type { GuardedDeps, SignedIn } from './deps.ts'

/** The sign-in that the worker sends under while no page is open. */
export interface WorkerSession {
	/** Keeps it; null forgets it, as a sign-out and a shared device demand. */
	set(user: SignedIn | null): Promise<void>
}

/** In the database, because the worker cannot read where pages keep their sign-in. */
export const createWorkerSession = ({
	db,
	guard,
}: Pick<GuardedDeps, 'db' | 'guard'>): WorkerSession => ({
	set: (user) =>
		guard.run(async () => {
			if (user === null) await db.session.clear()
			else await db.session.put({ id: 'current', ...user })
		}),
})
