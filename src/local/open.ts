import { type Account, createAccount } from './account.ts'
import { type Attempts, createAttempts } from './attempts.ts'
import { type CompareQuizzes, createCompareQuizzes } from './compare-quizzes.ts'
import type { LocalCore, LocalDeps } from './deps.ts'
import { createElections, type Elections } from './elections.ts'
import { createOutbox, type Outbox } from './outbox.ts'
import { createQuizCommands, type QuizCommands } from './quiz.ts'
import { createReads } from './reads.ts'
import { createResults, type Results } from './results.ts'
import { createSyncEngine, type SyncEngine } from './sync/engine.ts'

/** Everything that screens use of the device: queries to put under live queries, refreshes, and commands. */
export interface Local {
	readonly elections: Elections
	readonly compareQuizzes: CompareQuizzes
	readonly attempts: Attempts
	readonly results: Results
	readonly quiz: QuizCommands
	readonly outbox: Outbox
	readonly account: Account
	readonly engine: SyncEngine
}

/** Builds the local core over its world. */
export const createLocal = (deps: LocalDeps): Local => {
	const engine = createSyncEngine(deps)
	const core: LocalCore = { ...deps, reads: createReads(deps) }
	const elections = createElections(core)
	const attempts = createAttempts(core)
	return {
		elections,
		attempts,
		engine,
		compareQuizzes: createCompareQuizzes(core, elections, attempts.refreshHistory),
		results: createResults(core, attempts),
		outbox: createOutbox(deps),
		account: createAccount(core),
		quiz: createQuizCommands(deps, () => void engine.drain().catch(deps.report)),
	}
}
