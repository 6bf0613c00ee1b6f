import { prepareNextTest, wakeTestSync } from '#web/app/knowledge-test-end.ts'
import { forgetReload } from './not-begun.tsx'

/** Call it once a test has started. Loads the parts after the policies, sends queued commands, and prepares a spare session, all at once. */
export const prepare = async (): Promise<void> => {
	forgetReload(() => sessionStorage)
	await Promise.all([
		import('./demographics.tsx'),
		import('./results.tsx'),
		import('#web/ui/toasts.tsx'),
		wakeTestSync(),
		prepareNextTest(),
	])
}
