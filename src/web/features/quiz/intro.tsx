import { Link } from '@tanstack/react-router'
import type { QuizIntro, ShownIntro } from '#device/elections.ts'
import { type Failure, isOffline } from '#http/failure.ts'
import { local } from '#web/app/local.ts'
import { quiz as texts } from '#web/texts/en/quiz.ts'
import { failureDetail } from '#web/ui/failure.tsx'
import { useLive } from '#web/ui/live.ts'
import { Skeletons } from '#web/ui/notice.tsx'
import { Page } from '#web/ui/page.tsx'
import { useRefresh } from '#web/ui/refresh.ts'
import { NeedsConnection, StaleNote } from '#web/ui/stale-note.tsx'
import { ErrorCard } from './error-card.tsx'
import { ElectionBanner, HowItWorks, IntroActions } from './intro-actions.tsx'
import { SeenNote } from './seen-note.tsx'

const isStuck = (intro: QuizIntro | null): boolean =>
	intro === null || !(intro.ready || intro.inProgress || intro.completed)

const isNoId = (failure: Failure): boolean => failure.kind === 'problem' && failure.status === 400

const errorText = (intro: QuizIntro | null, failure: Failure | null): string | null => {
	if (failure === null) return null
	if (intro === null) return isNoId(failure) ? texts.noQuiz : texts.introFailed
	// Validation does not matter for an attempt in progress.
	if (intro.inProgress) return null
	if (intro.validation === null) return texts.validateFailed
	if (!isStuck(intro)) return null
	const complete = intro.candidates.length === intro.quiz.candidateIds.length
	return complete ? texts.policiesFailed : texts.candidatesFailed
}

const NotHere = ({ onRetry, level }: { readonly onRetry: () => void; readonly level: 1 | 2 }) => (
	<NeedsConnection title={texts.notHere} text={texts.notHereText} onRetry={onRetry} level={level}>
		<Link to="/elections" className="btn">
			{texts.backToElections}
		</Link>
	</NeedsConnection>
)

interface InvitationProps {
	readonly intro: ShownIntro
	/** Nothing more is loading. */
	readonly settled: boolean
}

/** The list waits until the actions above it keep their height. */
const Invitation = ({ intro, settled }: InvitationProps) => (
	<>
		<IntroActions intro={intro} />
		{(settled || !isStuck(intro)) && (
			<>
				<HowItWorks quizType={intro.quiz.quizType} />
				<SeenNote seen={intro.seen} />
			</>
		)}
	</>
)

export const IntroScreen = ({ quizId }: { readonly quizId: string }) => {
	const live = useLive(() => local.compareQuizzes.intro(quizId), [quizId])
	const refresh = useRefresh(quizId, () => local.compareQuizzes.refreshIntro(quizId))
	const intro = live.data ?? null
	const missing = live.status === 'ready' && isOffline(refresh.failure) && isStuck(intro)
	const error = live.status === 'ready' && !missing ? errorText(intro, refresh.failure) : null
	if (error !== null) {
		return (
			<ErrorCard
				text={error}
				{...(refresh.failure && { detail: failureDetail(refresh.failure) })}
			/>
		)
	}
	return (
		<Page title={intro?.quiz.name ?? texts.title} width="narrow">
			{live.data === null && !missing && <Skeletons label={texts.loading} count={2} />}
			{intro && (
				<>
					{!missing && <StaleNote refresh={refresh} byDay />}
					<ElectionBanner intro={intro} />
				</>
			)}
			{missing ? (
				<NotHere onRetry={refresh.retry} level={intro === null ? 1 : 2} />
			) : (
				intro && <Invitation intro={intro} settled={!refresh.refreshing} />
			)}
		</Page>
	)
}
