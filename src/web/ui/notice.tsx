import { CloudOff } from 'lucide-react'
import type { ReactNode } from 'react'
import type { StoredAttempt } from '#device/db.ts'
import { troubleOf } from '#device/resilient-db.ts'
import { refusalText } from '#device/sync/reply-policy.ts'
import { type Failure, failureText } from '#http/failure.ts'
import { serverClock } from '#web/app/api.ts'
import { ui } from '#web/texts/en/shell.ts'
import { said } from '#web/texts/language.ts'
import { dayText } from './format.ts'
import { isOffline, type Refresh } from './refresh.ts'

/** The product's mark: two equal bars. */
export const Mark = ({ className = 'size-8' }: { readonly className?: string }) => (
	<svg viewBox="0 0 32 32" className={className} aria-hidden="true" focusable="false">
		<rect width="32" height="32" rx="9" className="fill-primary" />
		<rect x="8" y="10" width="16" height="4" rx="2" className="fill-primary-content" />
		<rect x="8" y="18" width="16" height="4" rx="2" className="fill-primary-content" />
	</svg>
)

interface NoticeProps {
	readonly title: string
	readonly text?: string
	readonly tone?: 'calm' | 'error'
	/** 1 where it stands for the whole page. */
	readonly level?: 1 | 2
	/** What the person can do about it. */
	readonly children?: ReactNode
}

/** A page's word in place of its content: nothing here, not found, or failed, with what to do next. */
export const Notice = ({ title, text, tone = 'calm', level = 2, children }: NoticeProps) => {
	const Heading = level === 1 ? 'h1' : 'h2'
	return (
		<section
			role={tone === 'error' ? 'alert' : undefined}
			className="mx-auto my-8 flex w-full max-w-md flex-col items-center gap-3 rounded-box border border-base-300 bg-surface px-6 py-10 text-center wrap-anywhere shadow-paper"
		>
			<Mark
				className={`size-10 ${tone === 'error' ? 'opacity-50 [filter:grayscale(1)]' : 'opacity-80'}`}
			/>
			<Heading className="text-xl font-semibold">{title}</Heading>
			{text && <p className="text-muted">{text}</p>}
			{children && (
				<div className="mt-3 flex w-full flex-col gap-3 *:w-full sm:w-auto sm:flex-row sm:*:w-auto">
					{children}
				</div>
			)}
		</section>
	)
}

interface NeedsConnectionProps {
	/** What is not on this device. */
	readonly title: string
	/** What will work once it has been read. */
	readonly text: string
	readonly onRetry: () => void
	/** Other ways on. */
	readonly children?: ReactNode
	/** 1 where it stands for the whole page. */
	readonly level?: 1 | 2
}

/** In place of what this device has never read, while there is no connection: no error, but a condition. Its page asks again when the connection returns. */
export const NeedsConnection = ({
	title,
	text,
	onRetry,
	children,
	level,
}: NeedsConnectionProps) => (
	<Notice title={title} text={`${text} ${ui.loadsByItself}`} {...(level && { level })}>
		<button type="button" className="btn btn-primary" onClick={onRetry}>
			{ui.retry}
		</button>
		{children}
	</Notice>
)

interface StaleNoteProps {
	readonly refresh: Refresh
	/** The day decides what the screen shows: without a connection the note says which day that is. */
	readonly byDay?: boolean
}

/** Says that the screen could not be brought up to date, and offers to try again. Empty where it could. */
export const StaleNote = ({ refresh, byDay = false }: StaleNoteProps) => {
	const { failure, retry } = refresh
	if (failure === null) return null
	const today = byDay && isOffline(failure) ? serverClock.today() : null
	return (
		<div
			role="status"
			className="mb-5 flex items-center gap-3 rounded-field border border-base-300 bg-base-200 py-1 pe-1 ps-4 text-sm"
		>
			<CloudOff aria-hidden="true" className="size-5 shrink-0 text-muted" />
			<p className="flex-1">
				<span>{isOffline(failure) ? ui.staleOffline : ui.stale}</span>{' '}
				<span>{today !== null && ui.serverDay(dayText(today))}</span>
			</p>
			<button type="button" className="btn btn-ghost" onClick={retry}>
				{ui.retry}
			</button>
		</div>
	)
}

interface SkeletonsProps {
	/** What is being loaded, for those who cannot see it. */
	readonly label: string
	readonly count?: number
}

/** Stands in for a list that this device has never seen, while it is read for the first time. */
export const Skeletons = ({ label, count = 3 }: SkeletonsProps) => (
	<div role="status" className="grid gap-4 sm:grid-cols-2">
		<span className="sr-only">{label}</span>
		{Array.from({ length: count }, (_, index) => `row-${index}`).map((key) => (
			<div key={key} className="skeleton h-32 rounded-box" />
		))}
	</div>
)

/** What is known of why something could not be read, to stand below what failed; empty where that is nothing. */
export const failureDetail = (failure: Failure): string => {
	const otherwise = failure.kind === 'problem' ? refusalText(failure.status, 'read') : ''
	return said(failureText(failure, otherwise))
}

/** Why the server does not count an attempt; null if it does. */
export const notCountedText = ({ notCounted }: StoredAttempt): string | null => {
	if (!notCounted) return null
	const { closedOn, reason } = notCounted
	return closedOn === null ? ui.notCounted(said(reason)) : ui.closedOn(dayText(closedOn))
}

/** Whether the server says that it has no such thing, or none for this voter. Asking again would not help. */
export const isUnknown = (failure: Failure): boolean =>
	failure.kind === 'problem' && [400, 403, 404, 410].includes(failure.status)

/** What is said wherever the browser's storage does not answer. */
export const STORE_LOST = ui.storeLost

/**
 * What a voter is told of something that could not be kept.
 * @param full for a device that has no room left; `otherwise` for a fault that is not the storage's.
 */
export const faultText = (fault: unknown, full: string, otherwise: string): string => {
	switch (troubleOf(fault)) {
		case 'full':
			return full
		case 'lost':
			return STORE_LOST
		case null:
			return otherwise
	}
}
