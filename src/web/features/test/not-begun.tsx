import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import type { Message } from '#contract/messages.ts'
import { TOAST_MS } from '#domain/limits.ts'
import { useSession } from '#web/app/session.ts'
import { keeping } from '#web/app/storage.ts'
import { testEnd } from '#web/texts/en/test-end.ts'
import { messageText } from '#web/texts/language.ts'
import { Notice } from '#web/ui/notice.tsx'
import { noteReload, type StartFailure } from './start.ts'

const Actions = () => {
	const { user } = useSession()
	if (user) {
		return (
			<Link to="/elections" className="btn btn-primary text-base">
				{testEnd.findElection}
			</Link>
		)
	}
	return (
		<>
			<Link to="/login" className="btn btn-primary text-base">
				{testEnd.signIn}
			</Link>
			<Link to="/register" className="btn btn-outline text-base">
				{testEnd.createAccount}
			</Link>
		</>
	)
}

/** Empty state without an open test. @param why the server's message, or null. */
export const NoTest = ({ why }: { readonly why: Message | null }) => (
	<>
		<h1 className="text-3xl font-semibold">{testEnd.none}</h1>
		<p className="mt-3 text-lg text-muted">
			{`${(why && messageText(why)) || testEnd.noneWhy} ${testEnd.instead}`}
		</p>
		<ol className="mt-6 grid gap-6">
			{testEnd.steps.map(({ title, text }, index) => (
				<li key={title} className="border-t-2 border-primary pt-4">
					<p className="font-serif text-lg text-primary">{index + 1}</p>
					<h2 className="mt-1 text-xl font-semibold">{title}</h2>
					<p className="mt-2 text-muted">{text}</p>
				</li>
			))}
		</ol>
		<div className="mt-7 flex flex-col gap-3 sm:flex-row">
			<Actions />
		</div>
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
	readonly begun: StartFailure
	readonly onRetry: () => void
}

export const NotBegun = ({ begun, onRetry }: NotBegunProps) => {
	switch (begun.status) {
		case 'offline':
			return <Offline onRetry={onRetry} />
		case 'failed':
			return <StartFailed retryAfterMs={begun.retryAfterMs} onRetry={onRetry} />
		case 'none':
			return <NoTest why={begun.why} />
	}
}
