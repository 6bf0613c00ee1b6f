import { useBlocker, useRouter } from '@tanstack/react-router'
import { useCallback, useEffect, useRef } from 'react'

/**
 * From the results, the browser's "back" leads to the elections: the questions behind are answered.
 * @returns whether it was pressed: until the elections are drawn this page is still there, and must not lead elsewhere.
 */
export const useBackToElections = (): (() => boolean) => {
	const router = useRouter()
	const leaving = useRef(false)
	const gone = useRef<AbortController | null>(null)
	useEffect(() => {
		const controller = new AbortController()
		gone.current = controller
		return () => controller.abort()
	}, [])
	useBlocker({
		enableBeforeUnload: false,
		shouldBlockFn: ({ action }) => {
			// This page stays until the elections are drawn. Whoever presses again meanwhile wants what is behind them.
			if (action !== 'BACK' || leaving.current) return false
			leaving.current = true
			const { __TSR_key: own } = router.history.location.state
			// A step that is held up is taken back by one forward; only then is this page's own entry there to be replaced.
			const go = (event: PopStateEvent): void => {
				if (event.state?.__TSR_key !== own) return
				gone.current?.abort()
				router.navigate({ to: '/elections', replace: true, ignoreBlocker: true }).catch(reportError)
			}
			addEventListener('popstate', go, { ...(gone.current && { signal: gone.current.signal }) })
			return true
		},
	})
	return useCallback(() => leaving.current, [])
}
