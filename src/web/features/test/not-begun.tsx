import { useEffect, useState } from 'react'
import type { Message } from '#contract/messages.ts'
import { TOAST_MS } from '#domain/limits.ts'
import { type Failure, isOffline, RETRY_AFTER_MAX_MS } from '#http/failure.ts'
import { keeping } from '#web/app/storage.ts'
import { testEnd } from '#web/texts/en/test-end.ts'
import { messageText } from '#web/texts/language.ts'
import { Notice } from '#web/ui/notice.tsx'
import { AboutLink } from './about-link.tsx'
import { ToQuiz } from './to-quiz.tsx'

/** `failed`: `retryAfterMs` is the server's Retry-After, or null. `none`: no test is open; `why` is the reply, or null. */
type StartFailure =
	| { readonly status: 'offline' }
	| { readonly status: 'failed'; readonly retryAfterMs: number | null }
	| { readonly status: 'none'; readonly why: Message | null }

/** Why no test can start. @param failure null if the server's test has no policies. */
export const toStartFailure = (failure: Failure | null): StartFailure => {
	if (failure === null) return { status: 'none', why: null }
	if (isOffline(failure)) return { status: 'offline' }
	if (failure.kind !== 'problem') return { status: 'failed', retryAfterMs: null }
	const { status, retryAfterMs } = failure
	if (status === 404 || (status === 409 && retryAfterMs === null)) {
		return { status: 'none', why: failure }
	}
	const wait = retryAfterMs === null ? null : Math.min(retryAfterMs, RETRY_AFTER_MAX_MS)
	return { status: 'failed', retryAfterMs: wait }
}

/** Key in the tab's storage: the page has reloaded because no test could start. */
const RELOADED = 'evenhand.testReloaded'

/**
 * Records in the tab's storage that the page reloads because no test could start. @param open may throw.
 * @returns false if already recorded since the last start, or if storing failed: the page would reload forever.
 */
export const noteReload = (open: () => Storage): boolean => {
	try {
		const storage = open()
		if (storage.getItem(RELOADED) !== null) return false
		storage.setItem(RELOADED, 'yes')
		return true
	} catch {
		return false
	}
}

/**
 * Allows the next failed start to reload the page, after a successful one. @param open opens the storage; may throw.
 */
export const forgetReload = (open: () => Storage): void => {
	try {
		open().removeItem(RELOADED)
	} catch {
		// Then nothing was recorded either.
	}
}

/** Empty state without an open test. @param why the server's message, or null. */
export const NoTest = ({ why }: { readonly why: Message | null }) => (
	<>
		<h1 className="text-3xl font-semibold">{testEnd.none}</h1>
		<div className="mt-3 grid gap-3 text-lg">
			{/* The title already says so. */}
			{why && why.code !== 'no-knowledge-test' && <p className="text-muted">{messageText(why)}</p>}
			<p className="text-muted">{testEnd.instead}</p>
			<ToQuiz />
		</div>
		<ol className="mt-8 grid gap-6">
			{testEnd.steps.map(({ title, text }, index) => (
				<li key={title} className="border-t-2 border-primary pt-4">
					<p className="font-serif text-lg text-primary">{index + 1}</p>
					<h2 className="mt-1 text-xl font-semibold">{title}</h2>
					<p className="mt-2 text-muted">{text}</p>
				</li>
			))}
		</ol>
	</>
)

/** Label of the retry button. @param left seconds until a retry is allowed. */
export const retryText = (left: number): string => {
	if (left <= 0) return testEnd.tryAgain
	return testEnd.tryIn(left < 100 ? `${left} s` : `${Math.ceil(left / 60)} min`)
}

/**
 * Reloads the page after the error has been readable and the Retry-After has passed, once until a start succeeds.
 * @param waitMs the server's Retry-After.
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

const useSecondsLeft = (ms: number): number => {
	const [left, setLeft] = useState(Math.ceil(ms / 1000))
	useEffect(() => {
		// Monotonic clock: users may change the system time.
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
	readonly retryAfterMs: number | null
	readonly onRetry: () => void
}

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

/** Interval of background retries while the page is visible, in ms. */
const LOOK_MS = 15_000

/** Retries on `online` and periodically: the event does not cover an unreachable server. */
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

/** Offline notice for a device without a stored test; not an error. */
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
	readonly failure: Failure | null
	readonly onRetry: () => void
}

const WhyNot = ({ failure, onRetry }: NotBegunProps) => {
	const begun = toStartFailure(failure)
	switch (begun.status) {
		case 'offline':
			return <Offline onRetry={onRetry} />
		case 'failed':
			return <StartFailed retryAfterMs={begun.retryAfterMs} onRetry={onRetry} />
		case 'none':
			return <NoTest why={begun.why} />
	}
}

export const NotBegun = (props: NotBegunProps) => (
	<>
		<WhyNot {...props} />
		<AboutLink />
	</>
)
