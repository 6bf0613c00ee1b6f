import { Link } from '@tanstack/react-router'
import { EyeOff } from 'lucide-react'
import type { QuizType } from '#domain/types.ts'
import type { QuizIntro } from '#local/compare-quizzes.ts'
import { contentLanguage } from '#web/texts/language.ts'
import { quiz as texts } from '#web/texts/quiz.ts'
import { dayText } from '#web/ui/dates.ts'
import { candidatesText, QUIZ_TYPE_LABELS } from '#web/ui/quiz-types.ts'

const NOTHING = '\u00a0'

/** Which election, which quiz. */
export const ElectionBanner = ({ intro }: { readonly intro: QuizIntro }) => {
	const { quiz, election, candidates } = intro
	const count = candidates.length || quiz.candidateIds.length
	const name = election?.name ?? quiz.electionName
	return (
		<header className="rounded-box border border-transparent bg-primary p-[min(1.25rem,5vw)] text-primary-content shadow-paper wrap-anywhere">
			<p className="text-sm">
				{name ? <span lang={contentLanguage}>{name}</span> : <span>{texts.election}</span>}
				{/* Its line is kept until the day is there: nothing below it moves. */}
				<span className="block">{election ? dayText(election.electionDate) : NOTHING}</span>
			</p>
			<h1 lang={contentLanguage} className="mt-1 text-3xl leading-tight font-semibold">
				{quiz.name}
			</h1>
			<p className="mt-3 flex flex-wrap gap-2 text-sm">
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

/** What happens in the quiz, and what does not: no names. */
export const HowItWorks = ({ quizType }: { readonly quizType: QuizType }) => (
	<section className="mt-5">
		<h2 className="text-xl font-semibold">{texts.howItWorks}</h2>
		<ol className="mt-2 grid gap-2">
			{[texts.steps.statements, texts.steps[quizType], texts.steps.end].map((text, index) => (
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
		<p className="mt-4 flex gap-3 rounded-field bg-base-200 p-3">
			<EyeOff aria-hidden="true" className="size-6 shrink-0 text-primary" />
			<span>{texts.noNames}</span>
		</p>
	</section>
)

/** What the button that begins the quiz is described by. */
export const CONSENT_ID = 'quiz-consent'

/** What a voter agrees to by beginning, beside the button that does it. */
export const Consent = () => (
	<p id={CONSENT_ID} className="text-sm text-muted">
		<span>{`${texts.consent} `}</span>
		<Link to="/your-data" className="font-medium text-primary underline">
			{texts.yourData}
		</Link>
	</p>
)
