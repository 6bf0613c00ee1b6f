import { useEffect, useState } from 'react'
import { TOAST_MS } from '#domain/constants.ts'
import { testEnd } from '#web/texts/test-end.ts'
import { Notice } from '#web/ui/notice.tsx'
import { toast } from '#web/ui/toasts-show.ts'
import { noteReload } from './reload-once.ts'
import { retryText } from './retry-text.ts'

/**
 * Says aloud that a start failed, and loads the page again when that has been read and the server wants to be asked again:
 * once, until a start has succeeded. @param waitMs how long the server wants to be left alone.
 */
const useToastAndReload = (waitMs: number): void => {
	useEffect(() => {
		toast(testEnd.startFailed)
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

/** No test could begin: says so beside the toast, and since when it is worth another try. */
export const StartFailed = ({ retryAfterMs, onRetry }: StartFailedProps) => {
	const left = useSecondsLeft(retryAfterMs ?? 0)
	useToastAndReload(retryAfterMs ?? 0)
	return (
		<Notice title={testEnd.startFailed} level={1} {...(left > 0 && { text: testEnd.busy })}>
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
