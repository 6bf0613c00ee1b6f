import { type Account, createAccount } from './account.ts'
import { type Attempts, createAttempts } from './attempts.ts'
import type { CoreContext, GuardedContext, LocalContext, SignedIn } from './context.ts'
import {
	type CompareQuizzes,
	createCompareQuizzes,
	createElections,
	type Elections,
} from './elections.ts'
import { createNotes, type Notes } from './knowing.ts'
import { dropUnkept } from './offline-pack-store.ts'
import { createPacks, type Packs } from './offline-packs.ts'
import { createOutbox, type Outbox } from './outbox.ts'
import { createQuizCommands, type QuizCommands } from './quiz.ts'
import { createReads } from './reads.ts'
import { createResilientDb, type StoreGuard } from './resilient-db.ts'
import { createResults, type Results } from './results.ts'
import { createSyncEngine, type SyncEngine } from './sync/engine.ts'
import { createYourData, type YourData } from './your-data.ts'

export interface WorkerSession {
	/** Stores the user. Null clears it, on sign-out and on shared devices. */
	set(user: SignedIn | null): Promise<void>
}

/** Uses the database, because the worker cannot read the page's storage. */
const createWorkerSession = ({
	db,
	guard,
}: Pick<GuardedContext, 'db' | 'guard'>): WorkerSession => ({
	set: (user) =>
		guard.run(async () => {
			if (user === null) await db.session.clear()
			else await db.session.put({ id: 'current', ...user })
		}),
})

/** API of the device for screens: queries for live queries, refreshes, and commands. */
export interface Local {
	readonly elections: Elections
	readonly compareQuizzes: CompareQuizzes
	readonly packs: Packs
	readonly attempts: Attempts
	readonly results: Results
	readonly quiz: QuizCommands
	readonly notes: Notes
	readonly outbox: Outbox
	readonly account: Account
	readonly yourData: YourData
	readonly engine: SyncEngine
	readonly guard: StoreGuard
	readonly session: WorkerSession
}

export const createLocal = (
	deps: LocalContext,
	guard = createResilientDb(deps, () => dropUnkept(deps.db)),
): Local => {
	const guarded = { ...deps, guard }
	const engine = createSyncEngine(guarded)
	const core: CoreContext = { ...guarded, reads: createReads(guarded) }
	const elections = createElections(core)
	const startSending = (): void => void engine.drain().catch(deps.report)
	const attempts = createAttempts(core, startSending)
	return {
		elections,
		attempts,
		engine,
		guard,
		session: createWorkerSession(guarded),
		compareQuizzes: createCompareQuizzes(core, elections, attempts.refreshHistory),
		packs: createPacks(core, attempts.refreshHistory),
		results: createResults(core, attempts),
		notes: createNotes(guarded),
		outbox: createOutbox(guarded, startSending),
		account: createAccount(core),
		yourData: createYourData(guarded),
		quiz: createQuizCommands(guarded, startSending),
	}
}
