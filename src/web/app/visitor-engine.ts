import { VISITOR } from '#device/context.ts'
import { createVisitorEngine } from '#device/sync/engine.ts'
import { browserLocks } from '#device/sync/lock.ts'
import { requestBackgroundSync } from './background-sync.ts'
import { store } from './store.ts'

/** Sends the visitor's queue. Loaded late, so that the first policy does not wait for it. */
export const visitorEngine = createVisitorEngine({ ...store, locks: browserLocks })

const quietly = (work: Promise<unknown>): void => void work.catch(reportError)

const countVisitors = (): Promise<number> =>
	store.guard.run(() =>
		store.db.outbox.where('[userId+state]').equals([VISITOR.key, 'waiting']).count(),
	)

addEventListener('online', () => quietly(visitorEngine.wake()))

/** Last count of waiting entries, because a page on its way into the back/forward cache cannot count. */
let left = 0
visitorEngine.subscribe(() => {
	if (visitorEngine.state().sending || store.suspended()) return
	quietly(
		countVisitors().then((count) => {
			left = count
		}),
	)
})

const leaveToWorker = async (): Promise<void> => {
	if ((store.suspended() ? left : await countVisitors()) > 0) await requestBackgroundSync()
}

document.addEventListener('visibilitychange', () => {
	quietly(document.visibilityState === 'visible' ? visitorEngine.wake() : leaveToWorker())
})
