import { VISITOR } from '#local/deps.ts'
import { browserLocks } from '#local/sync/browser-locks.ts'
import { createVisitorEngine } from '#local/visitor.ts'
import { askForSync } from './background-sync.ts'
import { store } from './store.ts'

/** Sends what was done in knowledge tests on this device. Loaded late: the first policy does not wait for it. */
export const visitorEngine = createVisitorEngine({ ...store, locks: browserLocks })

const quietly = (work: Promise<unknown>): void => void work.catch(reportError)

const countVisitors = (): Promise<number> =>
	store.guard.run(() =>
		store.db.outbox.where('[userId+state]').equals([VISITOR.key, 'waiting']).count(),
	)

addEventListener('online', () => quietly(visitorEngine.wake()))

/** What is left when the page goes is the worker's to send. */
const leaveToWorker = async (): Promise<void> => {
	if ((await countVisitors()) > 0) await askForSync()
}

document.addEventListener('visibilitychange', () => {
	quietly(document.visibilityState === 'visible' ? visitorEngine.drain() : leaveToWorker())
})
