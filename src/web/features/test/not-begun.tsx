import { useEffect } from 'react'
import { keeping } from '#web/app/storage.ts'
import { testEnd } from '#web/texts/test-end.ts'
import { Notice } from '#web/ui/notice.tsx'
import type { NotBegun as Reason } from './begun.ts'
import { NoTest } from './no-test.tsx'
import { StartFailed } from './start-failed.tsx'

/** How often a start without an answer is tried again while somebody looks, in ms. */
const LOOK_MS = 15_000

/** Tries again when there is a connection: browsers say so where they know, and know little of servers. */
const useReturn = (onRetry: () => void): void => {
	useEffect(() => {
		const look = (): void => {
			if (!document.hidden) onRetry()
		}
		const timer = setInterval(look, LOOK_MS)
		addEventListener('online', onRetry)
		return () => {
			clearInterval(timer)
			removeEventListener('online', onRetry)
		}
	}, [onRetry])
}

/** No error, but a condition: the first test of a device has to come from somewhere. */
const Offline = ({ onRetry }: { readonly onRetry: () => void }) => {
	useReturn(onRetry)
	const { keptAfter, needsConnectionWhy } = testEnd
	const text = keeping.keeps() ? `${keptAfter} ${needsConnectionWhy}` : needsConnectionWhy
	return (
		<Notice title={testEnd.needsConnection} text={text} level={1}>
			<button type="button" className="btn btn-primary" onClick={onRetry}>
				{testEnd.retry}
			</button>
		</Notice>
	)
}

interface NotBegunProps {
	readonly begun: Reason
	readonly onRetry: () => void
}

/** There is no test to take: why, and what to do. */
export const NotBegun = ({ begun, onRetry }: NotBegunProps) => {
	switch (begun.status) {
		case 'offline':
			return <Offline onRetry={onRetry} />
		case 'failed':
			return <StartFailed retryAfterMs={begun.retryAfterMs} onRetry={onRetry} />
		case 'none':
			return <NoTest message={begun.message} />
	}
}
