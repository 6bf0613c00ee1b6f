import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { afterCompleted } from '#domain/quiz-validation.ts'
import type { StoredAttempt } from '#local/db.ts'
import { said } from '#web/texts/language.ts'
import { quiz as texts } from '#web/texts/quiz.ts'
import { momentText } from '#web/ui/dates.ts'
import { CONSENT_ID, Consent } from './intro-parts.tsx'
import type { Begin } from './use-begin.ts'

interface AlreadyCompletedProps {
	/** The completed attempt, where this device knows it. */
	readonly completed: StoredAttempt | null
	readonly message: string
	readonly begin: Begin
	readonly children: ReactNode
}

const completedText = ({ completedAt }: StoredAttempt): string => {
	const day = momentText(completedAt)
	return [day && texts.completedOn(day), texts.replaces].filter(Boolean).join(' ')
}

/** Shown to a voter who has completed the quiz: its results, and the reset that is specified where the text says "already". */
export const AlreadyCompleted = (props: AlreadyCompletedProps) => {
	const { completed, message, begin, children } = props
	return (
		<section className="mt-7 rounded-box border border-base-300 bg-surface p-6 text-center shadow-paper">
			<p>
				<span className="block font-serif text-xl font-semibold">{texts.alreadyCompleted}</span>{' '}
				<span className="mt-1 block text-muted">
					{[said(afterCompleted(message)), completed && completedText(completed)]
						.filter(Boolean)
						.join(' ')}
				</span>
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
						{texts.viewResults}
					</Link>
				)}
				{completed === null && (
					<button
						type="button"
						className="btn btn-primary text-base"
						onClick={() => location.reload()}
					>
						{texts.tryAgain}
					</button>
				)}
				{completed && (
					<>
						<Consent />
						<button
							type="button"
							className="btn btn-outline text-base"
							aria-describedby={CONSENT_ID}
							disabled={begin.busy}
							onClick={() => begin.reset(completed.id)}
						>
							{texts.reset}
						</button>
					</>
				)}
				{children}
			</div>
		</section>
	)
}
