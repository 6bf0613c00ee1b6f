import { Link, useNavigate } from '@tanstack/react-router'
import { EyeOff } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { afterCompleted } from '#contract/compare-quizzes.ts'
import type { Message } from '#contract/messages.ts'
import type { StoredAttempt } from '#device/db.ts'
import type { QuizIntro } from '#device/elections.ts'
import type { NotFound, StartError } from '#device/quiz.ts'
import { COMPARE_MIN_CANDIDATES } from '#domain/limits.ts'
import { minutesFor, progress, saysAlreadyDone } from '#domain/quiz.ts'
import type { QuizType, Result } from '#domain/types.ts'
import { local } from '#web/app/local.ts'
import { elections } from '#web/texts/en/elections.ts'
import { quiz as texts } from '#web/texts/en/quiz.ts'
import { contentLanguage, messageText } from '#web/texts/language.ts'
import { useWhileHere } from '#web/ui/address.ts'
import { storageErrorText } from '#web/ui/failure.tsx'
import { candidatesText, dayText, momentText, QUIZ_TYPE_LABELS } from '#web/ui/format.ts'

const NOTHING = '\u00a0'
const { steps } = texts

export const ElectionBanner = ({ intro }: { readonly intro: QuizIntro }) => {
	const { quiz, election, candidates } = intro
	const count = candidates.length || quiz.candidateIds.length
	const name = election?.name ?? quiz.electionName
	return (
		<header className="rounded-box border border-transparent bg-primary p-[min(1.25rem,5vw)] text-primary-content shadow-paper wrap-anywhere">
			<p className="text-sm">
				{!name && <span>{texts.election}</span>}
				{/* Imported quizzes often have the election's name. */}
				{name && name !== quiz.name && <span lang={contentLanguage}>{name}</span>}
				{/* Reserve the line to avoid a layout shift when the date loads. */}
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

export const HowItWorks = ({ quizType }: { readonly quizType: QuizType }) => (
	<section className="mt-7">
		<h2 className="text-xl font-semibold">{texts.howItWorks}</h2>
		<ol className="mt-2 grid gap-2">
			{[steps.statements, steps[quizType], steps.change, steps.end].map((text, index) => (
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

const CONSENT_ID = 'quiz-consent'

const Consent = () => (
	<p id={CONSENT_ID} className="text-sm text-muted">
		<span>{`${texts.consent} `}</span>
		<Link to="/your-data" className="font-medium text-primary underline">
			{texts.yourData}
		</Link>
	</p>
)

type Deed = 'start' | 'reset'

const textOf = (error: StartError | NotFound, deed: Deed): string => {
	switch (error.code) {
		case 'completed':
			return texts.alreadyCompleted
		case 'invalid':
			return messageText(error.why)
		case 'not-here':
		case 'not-found':
			return texts.unable[deed]
	}
}

export interface Begin {
	readonly busy: boolean
	readonly error: string | null
	readonly start: () => void
	/** Abandons the attempt and starts a new one. */
	readonly reset: (attemptId: string) => void
}

const useBegin = (quizId: string): Begin => {
	const navigate = useWhileHere(useNavigate())
	const [busy, setBusy] = useState(false)
	const [error, setError] = useState<string | null>(null)

	const run = async (
		begin: () => Promise<Result<string, StartError | NotFound>>,
		deed: Deed,
	): Promise<void> => {
		setBusy(true)
		setError(null)
		try {
			const begun = await begin()
			if (!begun.ok) return setError(textOf(begun.error, deed))
			const to = '/quiz/$compareQuizId'
			const search = { attemptId: begun.value }
			await navigate({ to, params: { compareQuizId: quizId }, search, replace: true })
		} catch (fault) {
			reportError(fault)
			setError(storageErrorText(fault, texts.noRoomToStart, texts.failed[deed]))
		} finally {
			setBusy(false)
		}
	}

	return {
		busy,
		error,
		start: () => void run(() => local.quiz.start(quizId), 'start'),
		reset: (attemptId) => void run(() => local.quiz.reset(attemptId), 'reset'),
	}
}

interface AlreadyCompletedProps {
	readonly completed: StoredAttempt | null
	/** The server's validation. Null without one. */
	readonly validation: Message | null
	readonly begin: Begin
	readonly children: ReactNode
}

const completedText = ({ completedAt }: StoredAttempt): string => {
	const day = momentText(completedAt)
	return day === null ? '' : texts.completedOn(day)
}

/** Text of a validation without the sentence that {@link AlreadyCompleted} states differently. */
const otherText = (validation: Message): string => {
	const rest = afterCompleted(validation.message)
	return rest === validation.message ? messageText(validation) : rest
}

const AlreadyCompleted = (props: AlreadyCompletedProps) => {
	const { completed, validation, begin, children } = props
	return (
		<section className="mt-5 rounded-box border border-base-300 bg-surface p-6 text-center shadow-paper">
			<p>
				<span className="block font-serif text-xl font-semibold">{texts.alreadyCompleted}</span>{' '}
				<span className="mt-1 block text-muted">
					{[validation && otherText(validation), completed && completedText(completed)]
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
						<button
							type="button"
							className="btn btn-outline text-base"
							aria-describedby={CONSENT_ID}
							disabled={begin.busy}
							onClick={() => begin.reset(completed.id)}
						>
							{texts.reset}
						</button>
						<p className="text-sm text-muted">{texts.replaces}</p>
						<Consent />
					</>
				)}
				{children}
			</div>
		</section>
	)
}

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
	<section className="mt-5 rounded-box border border-base-300 bg-surface p-6 text-center shadow-paper">
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

const obstacle = ({ quiz, validation }: QuizIntro): string | null => {
	if (quiz.candidateIds.length < COMPARE_MIN_CANDIDATES) {
		return texts.needsTwo
	}
	if (validation === null || validation.valid || saysAlreadyDone(validation.message)) return null
	return messageText(validation) || texts.cannotTake
}

const AttemptStatus = ({ intro }: { readonly intro: QuizIntro }) => {
	const { quiz, inProgress, validation } = intro
	if (inProgress === null) {
		const count = validation?.policyCount ?? 0
		return (
			// Reserve the line to avoid a layout shift.
			<p className="flex min-h-6 flex-wrap justify-center gap-x-3 text-sm text-muted">
				{validation && (
					<>
						<span>{texts.policyCount(count)}</span>
						<span>{elections.minutes(minutesFor(quiz.quizType, count))}</span>
					</>
				)}
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
		<section className="mt-5 grid gap-2 text-center">
			<AttemptStatus intro={intro} />
			<p role="alert" className="font-medium text-error empty:hidden">
				{begin.error}
			</p>
			<button
				type="button"
				className="btn btn-primary text-base"
				aria-describedby={CONSENT_ID}
				disabled={begin.busy || !(resumes || intro.ready)}
				onClick={begin.start}
			>
				{resumes ? texts.goOn : texts.start}
			</button>
			{/* Shown on resume too: an attempt from another device may load later, and nothing must move. */}
			<Consent />
			<BrowseOthers electionId={intro.quiz.electionId} />
		</section>
	)
}

export const IntroActions = ({ intro }: { readonly intro: QuizIntro }) => {
	const begin = useBegin(intro.quiz.id)
	const { validation, completed } = intro
	if (intro.inProgress) return <StartActions intro={intro} begin={begin} />
	const reason = obstacle(intro)
	if (reason !== null) return <CannotStart intro={intro} reason={reason} />
	if (completed || (validation && saysAlreadyDone(validation.message))) {
		return (
			<AlreadyCompleted completed={completed} validation={validation} begin={begin}>
				<BrowseOthers electionId={intro.quiz.electionId} />
			</AlreadyCompleted>
		)
	}
	return <StartActions intro={intro} begin={begin} />
}
