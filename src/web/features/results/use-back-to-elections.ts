import { useBlocker, useRouter } from '@tanstack/react-router'

/** From the results, the browser's "back" leads to the elections: the questions behind are answered. */
export const useBackToElections = (): void => {
	const router = useRouter()
	useBlocker({
		enableBeforeUnload: false,
		shouldBlockFn: ({ action }) => {
			if (action !== 'BACK') return false
			// A step that is held up is taken back by one forward; only then is this page's own entry there to be replaced.
			const go = (): void => {
				router.navigate({ to: '/elections', replace: true, ignoreBlocker: true }).catch(reportError)
			}
			addEventListener('popstate', go, { once: true })
			return true
		},
	})
}
