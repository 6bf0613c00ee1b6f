import { EyeOff } from 'lucide-react'
import type { QuizType } from '#domain/types.ts'
import type { QuizIntro } from '#local/compare-quizzes.ts'
import { dayText } from '#web/ui/dates.ts'
import { candidatesText, QUIZ_TYPE_LABELS } from '#web/ui/quiz-types.ts'

/** Which election, which quiz. */
export const ElectionBanner = ({ intro }: { readonly intro: QuizIntro }) => {
	const { quiz, election, candidates } = intro
	const count = candidates.length || quiz.candidateIds.length
	return (
		<header className="rounded-box bg-primary p-6 text-primary-content shadow-paper">
			<p className="text-sm">
				{election?.name ?? quiz.electionName ?? 'Election'}
				{election && ` · ${dayText(election.electionDate)}`}
			</p>
			<h1 className="mt-2 text-3xl leading-tight font-semibold">{quiz.name}</h1>
			<p className="mt-4 flex flex-wrap gap-2 text-sm">
				<span className="rounded-full border border-current px-3 py-1">
					{QUIZ_TYPE_LABELS[quiz.quizType]}
				</span>
				<span className="rounded-full border border-current px-3 py-1">
					{candidatesText(count)}
				</span>
			</p>
		</header>
	)
}

const ANSWERING: Readonly<Record<QuizType, string>> = {
	SCALE: 'Swipe each card, or tap one of five answers, from strongly disagree to strongly agree.',
	BINARY: 'Agree or disagree with each statement.',
	POLICY_PICK: 'Tick the policies that you want from the list, six or more, and submit.',
}

/** What happens in the quiz, and what does not: no names. */
export const HowItWorks = ({ quizType }: { readonly quizType: QuizType }) => (
	<section className="mt-7">
		<h2 className="text-xl font-semibold">How it works</h2>
		<ol className="mt-3 grid gap-3">
			{[
				'You see policy statements of all candidates, the same number of each, in mixed order.',
				ANSWERING[quizType],
				'At the end you see how closely you align with each candidate, and why.',
			].map((text, index) => (
				<li key={text} className="flex gap-3">
					<span
						aria-hidden="true"
						className="grid size-7 shrink-0 place-items-center rounded-full border border-primary font-serif text-primary"
					>
						{index + 1}
					</span>
					<span className="pt-0.5">{text}</span>
				</li>
			))}
		</ol>
		<p className="mt-5 flex gap-3 rounded-field bg-base-200 p-4">
			<EyeOff aria-hidden="true" className="size-6 shrink-0 text-primary" />
			No candidate names are shown until you have finished.
		</p>
	</section>
)
