import { Link } from '@tanstack/react-router'
import { ChevronRight } from 'lucide-react'
import { minutesFor, progress } from '#domain/attempt.ts'
import type { QuizIntro } from '#local/compare-quizzes.ts'
import { elections as texts } from '#web/texts/elections.ts'
import { contentLanguage } from '#web/texts/language.ts'
import { momentText } from '#web/ui/dates.ts'
import { candidatesText, QUIZ_TYPE_LABELS } from '#web/ui/quiz-types.ts'

/** State of the voter's attempt as this device has it; null before the first one. */
const stateOf = ({ inProgress, completed }: QuizIntro): string | null => {
	if (inProgress) {
		const { answered, total } = inProgress.reported ?? progress(inProgress)
		return texts.inProgress(answered, total)
	}
	return completed && texts.completed(momentText(completed.completedAt))
}

/** Minutes that the rest of the quiz takes; null while the number of statements is unknown. */
const minutesOf = ({ quiz, validation, inProgress }: QuizIntro): string | null => {
	if (inProgress) {
		const { answered, total } = inProgress.reported ?? progress(inProgress)
		return texts.minutesLeft(minutesFor(inProgress.quizType, total - answered))
	}
	const minutes = minutesFor(quiz.quizType, validation?.policyCount ?? 0)
	return minutes > 0 ? texts.minutes(minutes) : null
}

const QuizCard = ({ intro }: { readonly intro: QuizIntro }) => {
	const { id, name, quizType, candidateIds } = intro.quiz
	const state = stateOf(intro)
	return (
		<Link
			to="/quiz/$compareQuizId"
			params={{ compareQuizId: id }}
			className="flex h-full items-center gap-4 rounded-box border border-base-300 bg-surface p-5 shadow-paper transition-colors hover:border-primary"
		>
			<span className="min-w-0 flex-1 wrap-anywhere">
				<span
					lang={contentLanguage}
					className="block font-serif text-xl leading-snug font-semibold"
				>
					{name}
				</span>
				<span className="mt-2 flex flex-wrap gap-2">
					<span className="badge badge-outline">{QUIZ_TYPE_LABELS[quizType]}</span>
					<span className="badge badge-ghost">{candidatesText(candidateIds.length)}</span>
				</span>
				{/* The line is reserved: nothing moves when the statements arrive. */}
				<span className="mt-2 flex min-h-6 flex-wrap gap-x-3 text-sm text-muted">
					{state && <span className="font-semibold text-primary">{state}</span>}
					<span>{minutesOf(intro)}</span>
				</span>
			</span>
			<ChevronRight aria-hidden="true" className="size-5 shrink-0 text-muted rtl:-scale-x-100" />
		</Link>
	)
}

/** The quizzes to choose from: how each is answered, how long it takes, and how far the voter got. */
export const QuizList = ({ intros }: { readonly intros: readonly QuizIntro[] }) => (
	<ul className="grid gap-4 md:grid-cols-2">
		{intros.map((intro) => (
			<li key={intro.quiz.id}>
				<QuizCard intro={intro} />
			</li>
		))}
	</ul>
)
