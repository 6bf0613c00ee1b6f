import { Link } from '@tanstack/react-router'
import type { AttemptSummary } from '#local/attempts.ts'
import { activity } from '#web/texts/activity.ts'
import { contentLanguage } from '#web/texts/language.ts'
import { ProgressBar } from '#web/ui/bar.tsx'
import { momentText } from '#web/ui/dates.ts'
import { notCountedText } from '#web/ui/failure-detail.ts'
import { QUIZ_TYPE_LABELS } from '#web/ui/quiz-types.ts'

const InProgress = ({ summary }: { readonly summary: AttemptSummary }) => {
	const { attempt, answered, total, percentage } = summary
	return (
		<>
			<ProgressBar
				// Its own: a bar moves from one state to the next, and a long list has one card become another.
				key={attempt.id}
				percentage={percentage}
				label={activity.progressOf(attempt.quizName)}
			/>
			<p className="mt-2 text-sm text-muted">{activity.answered(answered, total)}</p>
			{!attempt.notCounted && (
				<Link
					to="/quiz/continue/$attemptId"
					params={{ attemptId: attempt.serverId ?? attempt.id }}
					className="btn btn-primary btn-block mt-4 text-base"
				>
					{activity.continue}
				</Link>
			)}
		</>
	)
}

const Completed = ({ summary }: { readonly summary: AttemptSummary }) => {
	const { attempt } = summary
	const day = momentText(attempt.completedAt)
	return (
		<>
			{day && <p className="text-sm text-muted">{activity.completedOn(day)}</p>}
			<Link
				to="/results"
				search={{ quizAttemptId: attempt.serverId ?? attempt.id }}
				className="btn btn-outline btn-block mt-4 text-base"
			>
				{activity.results}
			</Link>
		</>
	)
}

/** An attempt: what it was, how far it got, and what can be done with it. */
export const AttemptCard = ({ summary }: { readonly summary: AttemptSummary }) => {
	const { attempt, unsent } = summary
	const completed = attempt.status === 'COMPLETED'
	const notCounted = notCountedText(attempt)
	return (
		<article className="flex h-full flex-col rounded-box border border-base-300 bg-surface p-5 wrap-anywhere shadow-paper">
			<p className="flex flex-wrap gap-2">
				<span className="badge badge-outline">{QUIZ_TYPE_LABELS[attempt.quizType]}</span>
				<span className={`badge ${completed ? 'badge-ghost' : 'badge-primary'}`}>
					{activity.states[attempt.status]}
				</span>
				{notCounted && <span className="badge badge-warning">{activity.notCounted}</span>}
				{unsent && <span className="badge badge-warning">{activity.unsent}</span>}
			</p>
			<h2 lang={contentLanguage} className="mt-3 text-xl leading-snug font-semibold">
				{attempt.quizName}
			</h2>
			{attempt.electionName && (
				<p lang={contentLanguage} className="mt-1 text-muted">
					{attempt.electionName}
				</p>
			)}
			{notCounted && <p className="mt-3 text-sm">{notCounted}</p>}
			<div className="mt-auto pt-5">
				{completed ? <Completed summary={summary} /> : <InProgress summary={summary} />}
			</div>
		</article>
	)
}
