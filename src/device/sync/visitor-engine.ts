import { type SenderContext, VISITOR } from '../context.ts'
import { createSyncEngine, type SyncEngine } from './engine.ts'

/** Creates the engine for the visitor's queue. Shares the lock with the voter's engine: one sender at a time. */
export const createVisitorEngine = (deps: Omit<SenderContext, 'uuid' | 'user'>): SyncEngine =>
	createSyncEngine({ ...deps, user: () => VISITOR })
