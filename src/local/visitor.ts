import { type SendingDeps, VISITOR } from './deps.ts'
import { createSyncEngine, type SyncEngine } from './sync/engine.ts'

/** Sends what the visitor queued. It shares the lock with the voter's engine: one sender at a time. */
export const createVisitorEngine = (deps: Omit<SendingDeps, 'uuid' | 'user'>): SyncEngine =>
	createSyncEngine({ ...deps, user: () => VISITOR })
