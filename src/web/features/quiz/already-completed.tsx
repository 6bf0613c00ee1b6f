import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { StoredAttempt } from '#local/db.ts'
import { ALREADY_COMPLETED, type Begin } from './use-begin.ts'

interface AlreadyCompletedProps {
	/** The completed attempt, where this device knows it. */
	readonly completed: StoredAttempt | null
	readonly message: string
	readonly begin: Begin
	readonly children: ReactNode
}

/** A reset is offered wherever the text says "already", as specified. */
const offersReset = (text: string): boolean => /already/i.test(text)

/** The voter has finished this quiz: see its results, or take it again. */
export const AlreadyCompleted = (props: AlreadyCompletedProps) => {
	const { completed, message, begin, children } = props
	return (
		<section className="mt-7 rounded-box border border-base-300 bg-surface p-6 text-center shadow-paper">
			<p>
				<span className="block font-serif text-xl font-semibold">{ALREADY_COMPLETED}</span>{' '}
				<span className="mt-1 block text-muted">{message}</span>
			</p>
			<p role="alert" className="mt-3 font-medium text-error empty:hidden">
				{begin.error}
			</p>
			<div className="mt-5 grid gap-3">
				{completed && (
					<Link
						to="/results"
						search={{ quizAttemptId: completed.serverId ?? completed.id }}
						className="btn btn-primary text-base"
					>
						View Results
					</Link>
				)}
				{completed === null && (
					<button
						type="button"
						className="btn btn-primary text-base"
						onClick={() => location.reload()}
					>
						Try Again
					</button>
				)}
				{completed && offersReset(`${ALREADY_COMPLETED} ${message}`) && (
					<button
						type="button"
						className="btn btn-outline text-base"
						disabled={begin.busy}
						onClick={() => begin.reset(completed.id)}
					>
						Reset Quiz
					</button>
				)}
				{children}
			</div>
		</section>
	)
}
