import { type Account, createAccount } from './account.ts'
import { type Attempts, createAttempts } from './attempts.ts'
import { type CompareQuizzes, createCompareQuizzes } from './compare-quizzes.ts'
import type { LocalCore, LocalDeps } from './deps.ts'
import { createElections, type Elections } from './elections.ts'
import { createOutbox, type Outbox } from './outbox.ts'
import { dropUnkept } from './pack-store.ts'
import { createPacks, type Packs } from './packs.ts'
import { createQuizCommands, type QuizCommands } from './quiz.ts'
import { createReads } from './reads.ts'
import { createResults, type Results } from './results.ts'
import { createWorkerSession, type WorkerSession } from './session.ts'
import { createStoreGuard, type StoreGuard } from './store-guard.ts'
import { createSyncEngine, type SyncEngine } from './sync/engine.ts'
import { createYourData, type YourData } from './your-data.ts'

/** Everything that screens use of the device: queries to put under live queries, refreshes, and commands. */
export interface Local {
	readonly elections: Elections
	readonly compareQuizzes: CompareQuizzes
	readonly packs: Packs
	readonly attempts: Attempts
	readonly results: Results
	readonly quiz: QuizCommands
	readonly outbox: Outbox
	readonly account: Account
	readonly yourData: YourData
	readonly engine: SyncEngine
	readonly guard: StoreGuard
	readonly session: WorkerSession
}

/**
 * Builds the local core over its world.
 * @param guard of the store, where one is there already: a page has one.
 */
export const createLocal = (
	deps: LocalDeps,
	guard = createStoreGuard(deps, () => dropUnkept(deps.db)),
): Local => {
	const guarded = { ...deps, guard }
	const engine = createSyncEngine(guarded)
	const core: LocalCore = { ...guarded, reads: createReads(guarded) }
	const elections = createElections(core)
	const send = (): void => void engine.drain().catch(deps.report)
	const attempts = createAttempts(core, send)
	return {
		elections,
		attempts,
		engine,
		guard,
		session: createWorkerSession(guarded),
		compareQuizzes: createCompareQuizzes(core, elections, attempts.refreshHistory),
		packs: createPacks(core, attempts.refreshHistory),
		results: createResults(core, attempts),
		outbox: createOutbox(guarded, send),
		account: createAccount(core),
		yourData: createYourData(guarded),
		quiz: createQuizCommands(guarded, send),
	}
}
