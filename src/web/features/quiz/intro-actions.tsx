import { Link } from '@tanstack/react-router'
import { progress } from '#domain/attempt.ts'
import { COMPARE_MIN_CANDIDATES } from '#domain/constants.ts'
import { saysAlreadyDone } from '#domain/quiz-validation.ts'
import type { QuizIntro } from '#local/compare-quizzes.ts'
import { said } from '#web/texts/language.ts'
import { quiz as texts } from '#web/texts/quiz.ts'
import { AlreadyCompleted } from './already-completed.tsx'
import { CONSENT_ID, Consent } from './intro-parts.tsx'
import { type Begin, useBegin } from './use-begin.ts'

const BrowseOthers = ({ electionId }: { readonly electionId: string }) => (
	<Link
		to="/elections/$electionId/quizzes"
		params={{ electionId }}
		search={{ all: true }}
		className="btn btn-ghost text-base"
	>
		{texts.browseOthers}
	</Link>
)

const CannotStart = ({ intro, reason }: { readonly intro: QuizIntro; readonly reason: string }) => (
	<section className="mt-7 rounded-box border border-base-300 bg-surface p-6 text-center shadow-paper">
		<h2 className="text-xl font-semibold">{texts.cannotStart}</h2>
		<p className="mt-2 text-muted">{reason}</p>
		<div className="mt-5 grid gap-3">
			<BrowseOthers electionId={intro.quiz.electionId} />
			<Link to="/elections" className="btn btn-primary text-base">
				{texts.viewElections}
			</Link>
		</div>
	</section>
)

/** Why the quiz cannot be taken at all, or null. */
const obstacle = ({ quiz, validation }: QuizIntro): string | null => {
	if (quiz.candidateIds.length < COMPARE_MIN_CANDIDATES) {
		return texts.needsTwo
	}
	if (validation === null || validation.valid || saysAlreadyDone(validation.message)) return null
	return said(validation.message) || texts.cannotTake
}

const Standing = ({ intro }: { readonly intro: QuizIntro }) => {
	const { inProgress, validation } = intro
	if (inProgress === null) {
		return (
			// Its line is kept until it is known: the buttons stay where they are.
			<p className="min-h-6 text-muted">
				{validation && texts.policyCount(validation.policyCount)}
			</p>
		)
	}
	const { answered, total } = progress(inProgress)
	const reported = inProgress.reported ?? { answered, total }
	return <p className="text-muted">{texts.inProgress(reported.answered, reported.total)}</p>
}

const StartActions = ({ intro, begin }: { readonly intro: QuizIntro; readonly begin: Begin }) => {
	const resumes = intro.inProgress !== null
	return (
		<>
			<div className="mt-auto pt-3 text-center">
				<Standing intro={intro} />
			</div>
			<div className="grid gap-2 pt-2 text-center">
				<p role="alert" className="font-medium text-error empty:hidden">
					{begin.error}
				</p>
				{/* Also where one goes on: what was begun elsewhere is learnt later, and the button stays where it is. */}
				<Consent />
				<button
					type="button"
					className="btn btn-primary text-base"
					aria-describedby={CONSENT_ID}
					disabled={begin.busy || !(resumes || intro.ready)}
					onClick={begin.start}
				>
					{resumes ? texts.goOn : texts.start}
				</button>
			</div>
			<BrowseOthers electionId={intro.quiz.electionId} />
		</>
	)
}

/** What the voter can do with the quiz: start it, go on with it, reset it, or look for another. */
export const IntroActions = ({ intro }: { readonly intro: QuizIntro }) => {
	const begin = useBegin(intro.quiz.id)
	const { validation, completed } = intro
	if (intro.inProgress) return <StartActions intro={intro} begin={begin} />
	const reason = obstacle(intro)
	if (reason !== null) return <CannotStart intro={intro} reason={reason} />
	if (completed || (validation && saysAlreadyDone(validation.message))) {
		return (
			<AlreadyCompleted completed={completed} message={validation?.message ?? ''} begin={begin}>
				<BrowseOthers electionId={intro.quiz.electionId} />
			</AlreadyCompleted>
		)
	}
	return <StartActions intro={intro} begin={begin} />
}
