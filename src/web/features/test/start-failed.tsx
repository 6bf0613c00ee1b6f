import { useEffect, useState } from 'react'
import { TOAST_MS } from '#domain/constants.ts'
import { testEnd } from '#web/texts/test-end.ts'
import { Notice } from '#web/ui/notice.tsx'
import { noteReload } from './reload-once.ts'
import { retryText } from './retry-text.ts'

/**
 * Loads the page again once the failure has been read and the server accepts requests: once, until a start succeeded.
 * @param waitMs Retry-After of the server.
 */
const useReload = (waitMs: number): void => {
	useEffect(() => {
		const reload = (): void => {
			if (noteReload(() => sessionStorage)) location.reload()
		}
		const timer = setTimeout(reload, Math.max(TOAST_MS, waitMs))
		return () => clearTimeout(timer)
	}, [waitMs])
}

/** How many seconds of a pause are left, told anew every second. @param ms how long it is from now. */
const useSecondsLeft = (ms: number): number => {
	const [left, setLeft] = useState(Math.ceil(ms / 1000))
	useEffect(() => {
		// Not the time of day, which somebody may set meanwhile.
		const until = performance.now() + ms
		const timer = setInterval(() => {
			const rest = until - performance.now()
			setLeft(Math.max(0, Math.ceil(rest / 1000)))
			if (rest <= 0) clearInterval(timer)
		}, 1000)
		return () => clearInterval(timer)
	}, [ms])
	return left
}

interface StartFailedProps {
	/** How long the server wants to be left alone, in ms; null where it did not say. */
	readonly retryAfterMs: number | null
	readonly onRetry: () => void
}

/** Says that no test could begin, and when it is worth another try. */
export const StartFailed = ({ retryAfterMs, onRetry }: StartFailedProps) => {
	const left = useSecondsLeft(retryAfterMs ?? 0)
	useReload(retryAfterMs ?? 0)
	return (
		<Notice
			title={testEnd.startFailed}
			tone="error"
			level={1}
			{...(left > 0 && { text: testEnd.busy })}
		>
			<button
				type="button"
				className="btn btn-primary disabled:text-muted"
				disabled={left > 0}
				onClick={onRetry}
			>
				{retryText(left)}
			</button>
		</Notice>
	)
}
