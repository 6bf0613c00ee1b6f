import { type LucideIcon, Pencil, Scale, Trash } from 'lucide-react'
import type { ManagedQuiz } from '#contract/manage-quizzes.ts'
import { isActiveOn } from '#domain/quiz-validation.ts'
import { serverClock } from '#web/app/client.ts'
import { common } from '#web/texts/admin/common.ts'
import { quizzes as texts } from '#web/texts/admin/quizzes.ts'
import { dayText } from '#web/ui/dates.ts'
import { HistoryLink } from '../frame/history-link.tsx'
import { Switch } from '../switch.tsx'
import { problemOf, statusText } from './quiz-values.ts'
import { useSwitching } from './use-switching.ts'

export interface QuizActions {
	/** Hears of the quiz after it was switched off. */
	readonly onChanged: (quiz: ManagedQuiz) => void
	readonly onActivate: () => void
	readonly onPreview: () => void
	readonly onEdit: () => void
	readonly onRemove: () => void
}

const ICON = 'size-5 shrink-0'

const dayOr = (day: string | null): string => (day === null ? texts.open : dayText(day))

const Status = ({ quiz }: { readonly quiz: ManagedQuiz }) => {
	const today = serverClock.today()
	const { startDate, endDate } = quiz
	const active = isActiveOn({ active: quiz.active ?? true, startDate, endDate }, today)
	const problem = problemOf(quiz, today)
	return (
		<>
			<p className="mt-3 flex flex-wrap gap-2">
				<span className="badge badge-outline">{texts.types[quiz.quizType]}</span>
				<span className={`badge h-auto ${active ? 'badge-success' : 'badge-ghost'}`}>
					{statusText(quiz, today)}
				</span>
			</p>
			{problem !== null && (
				<p className="mt-3 text-sm font-medium text-warning">{texts.notValid(problem)}</p>
			)}
		</>
	)
}

const Facts = ({ quiz }: { readonly quiz: ManagedQuiz }) => (
	<>
		<p className="mt-1 text-muted wrap-anywhere">{quiz.electionName}</p>
		<p className="mt-1 text-muted">{texts.between(dayOr(quiz.startDate), dayOr(quiz.endDate))}</p>
		<p className="mt-3 text-sm text-muted">
			{[
				texts.candidates(quiz.candidateIds?.length ?? 0),
				quiz.policyCount === null ? null : texts.statements(quiz.policyCount),
			]
				.filter(Boolean)
				.join(' · ')}
		</p>
	</>
)

const Actions = ({ quiz, onPreview, onEdit, onRemove }: QuizCardProps) => {
	const { id, name } = quiz
	const button = (label: string, Icon: LucideIcon, run: () => void, look = '') => (
		<button
			type="button"
			className={`btn btn-ghost px-3 ${look}`}
			aria-label={common.of(label, name)}
			onClick={run}
		>
			<Icon aria-hidden="true" className={ICON} />
			<span>{label}</span>
		</button>
	)
	return (
		<div className="flex flex-wrap gap-1 border-t border-base-300 p-2">
			{button(texts.preview, Scale, onPreview)}
			{button(common.edit, Pencil, onEdit)}
			<HistoryLink id={id} name={name} />
			{button(common.remove, Trash, onRemove, 'text-error')}
		</div>
	)
}

interface QuizCardProps extends QuizActions {
	readonly quiz: ManagedQuiz
}

/** A compare quiz with what can be done to it. */
export const QuizCard = (props: QuizCardProps) => {
	const { quiz, onChanged, onActivate } = props
	const { busy, error, run } = useSwitching(quiz, onChanged, () => undefined)
	const on = quiz.active ?? true
	return (
		<article className="flex h-full flex-col rounded-box border border-base-300 bg-surface shadow-paper">
			<div className="flex-1 p-5">
				<h2 className="text-xl leading-snug font-semibold wrap-anywhere">{quiz.name}</h2>
				<Facts quiz={quiz} />
				<Status quiz={quiz} />
			</div>
			<div className="px-3 pb-3">
				<Switch
					name={texts.switch(quiz.name)}
					label={texts.switchLabel}
					on={on}
					busy={busy}
					onSwitch={() => (on ? run(false) : onActivate())}
				/>
				<p role="alert" className="px-2 font-medium text-error empty:hidden">
					{error}
				</p>
			</div>
			<Actions {...props} />
		</article>
	)
}
