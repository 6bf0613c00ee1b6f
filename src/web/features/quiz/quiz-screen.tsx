import { Link, Navigate, useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import type { StoredAttempt } from '#device/db.ts'
import { COMPLETE_DELAY_MS, RESULTS_DELAY_MS } from '#domain/limits.ts'
import { progress } from '#domain/quiz.ts'
import type { Failure } from '#http/failure.ts'
import { capabilities } from '#web/app/capabilities.ts'
import { local } from '#web/app/local.ts'
import { askToPersist } from '#web/app/persistence.ts'
import { quiz as texts } from '#web/texts/en/quiz.ts'
import { useAttemptAddress, useWhileHere } from '#web/ui/address.ts'
import { failureDetail, isUnknown, storageErrorText } from '#web/ui/failure.tsx'
import { wait } from '#web/ui/hooks.ts'
import { useLive } from '#web/ui/live.ts'
import { Mark, Skeletons } from '#web/ui/notice.tsx'
import { Page } from '#web/ui/page.tsx'
import { useRefresh } from '#web/ui/refresh.ts'
import { notCountedText } from '#web/ui/stale-note.tsx'
import { ErrorCard, ErrorNotice } from './error-card.tsx'
import { IntroScreen } from './intro.tsx'
import { PickQuestion } from './pick-question.tsx'
import { leftIn, SkippedPage, useSkippedRound } from './skipped-page.tsx'
import {
	StatementQuestion,
	type StatementQuestionProps,
	type StatementQuizType,
} from './statement-question.tsx'

/** Completes the attempt and opens the results, after the specified pauses. Returns the error and a retry. */
const useFinish = ({ id, serverId, compareQuizId }: StoredAttempt, early: boolean) => {
	const quizAttemptId = useRef(id)
	useEffect(() => {
		quizAttemptId.current = serverId ?? id
	}, [serverId, id])
	const navigate = useWhileHere(useNavigate())
	const [failed, setFailed] = useState<string | null>(null)
	const [round, setRound] = useState(0)

	// biome-ignore lint/correctness/useExhaustiveDependencies: a new round is a retry.
	useEffect(() => {
		let gone = false
		const finish = async (): Promise<void> => {
			await wait(COMPLETE_DELAY_MS)
			if (gone) return
			const completed = await local.quiz.complete(id, early)
			if (!completed.ok) return setFailed(texts.unable.complete)
			await wait(RESULTS_DELAY_MS)
			if (gone) return
			const search = {
				quizAttemptId: quizAttemptId.current,
				freshCompletion: true,
				compareQuizId,
			} as const
			await navigate({ to: '/results', search, replace: true })
			// Ask for persistent storage now: there are results to keep, and no question to interrupt.
			askToPersist().catch(reportError)
		}
		finish().catch((fault: unknown) => {
			reportError(fault)
			setFailed(storageErrorText(fault, texts.noRoomToComplete, texts.failed.complete))
		})
		return () => {
			gone = true
		}
	}, [id, compareQuizId, navigate, early, round])

	const again = (): void => {
		setFailed(null)
		setRound(round + 1)
	}
	return { failed, again }
}

interface CompletingProps {
	readonly attempt: StoredAttempt
	/** The voter asked for the results before every statement was answered. */
	readonly early: boolean
}

const CompletingScreen = ({ attempt, early }: CompletingProps) => {
	const { failed, again } = useFinish(attempt, early)
	const shown = useRef<HTMLDivElement>(null)
	// The focused element is gone: focus the status so that screen readers announce it and keys work.
	// biome-ignore lint/correctness/useExhaustiveDependencies: the status is rendered again after each failure.
	useEffect(() => shown.current?.focus({ preventScroll: true }), [failed])
	if (failed !== null) {
		return (
			<ErrorNotice text={failed} level={2}>
				<button type="button" className="btn btn-primary" onClick={again}>
					{texts.tryAgain}
				</button>
			</ErrorNotice>
		)
	}
	return (
		<div
			ref={shown}
			tabIndex={-1}
			role="status"
			className="my-auto flex animate-rise flex-col items-center py-16 text-center"
		>
			<Mark className="size-16" />
			<p className="mt-6 font-serif text-3xl font-semibold">
				{early ? texts.yourResults : texts.lastOne}
			</p>
			<p className="mt-2 text-muted">{texts.workingOut}</p>
		</div>
	)
}

const toResults = (attempt: StoredAttempt) => ({
	quizAttemptId: attempt.serverId ?? attempt.id,
	compareQuizId: attempt.compareQuizId,
})

interface StatementsProps {
	readonly attempt: StoredAttempt
	readonly quizType: StatementQuizType
}

/** Questions of a SCALE or BINARY attempt, then the skipped ones again, then the completion. */
const Statements = ({ attempt, quizType }: StatementsProps) => {
	const round = useSkippedRound(attempt)
	const [finishing, setFinishing] = useState(false)
	const { whole, asked } = round
	const now = progress(whole)
	const finish = (): void => setFinishing(true)
	const ask = (questions: StoredAttempt, rest: Partial<StatementQuestionProps> = {}) => {
		const left = now.canFinish ? leftIn(progress(questions)) : null
		return (
			<StatementQuestion {...{ quizType, left, ...rest }} attempt={questions} onFinish={finish} />
		)
	}
	if (attempt.status === 'COMPLETED' || finishing || now.answered === now.total) {
		return <CompletingScreen attempt={attempt} early={finishing} />
	}
	if (asked) return ask(asked, { placeText: texts.placeOfSkipped, onStored: round.note })
	if (leftIn(now) > 0) return ask(attempt)
	return <SkippedPage attempt={whole} onAnswer={round.start} onFinish={finish} />
}

const Questions = ({ attempt }: { readonly attempt: StoredAttempt }) => {
	// Completed before this page opened: skip the pauses.
	const wasCompleted = useRef(attempt.status === 'COMPLETED')
	// The server may lack what skipping and early results need.
	useEffect(() => void capabilities.ready().catch(reportError), [])
	if (wasCompleted.current) return <Navigate to="/results" search={toResults(attempt)} replace />
	const { quizType } = attempt
	if (quizType !== 'POLICY_PICK') return <Statements attempt={attempt} quizType={quizType} />
	const finished = progress(attempt).isComplete || attempt.status === 'COMPLETED'
	return finished ? (
		<CompletingScreen attempt={attempt} early={false} />
	) : (
		<PickQuestion attempt={attempt} />
	)
}

interface DeadProps {
	readonly quizId: string
	readonly text: string
}

/** Error for an attempt that can no longer be answered; reloading would not help. */
const Dead = ({ quizId, text }: DeadProps) => (
	<ErrorCard text={text}>
		<Link
			to="/quiz/$compareQuizId"
			params={{ compareQuizId: quizId }}
			search={{}}
			replace
			className="btn btn-primary"
		>
			{texts.backToQuiz}
		</Link>
	</ErrorCard>
)

interface UnreadProps {
	readonly quizId: string
	/** The attempt is stored, but its statements are not. */
	readonly known: boolean
	readonly failure: Failure
}

const Unread = ({ quizId, known, failure }: UnreadProps) => {
	if (isUnknown(failure)) return <Dead quizId={quizId} text={texts.noSession} />
	return known ? (
		<ErrorCard text={texts.questionFailed} detail={texts.stateFailed} />
	) : (
		<ErrorCard text={texts.loadFailed} detail={failureDetail(failure)} />
	)
}

interface AttemptScreenProps {
	readonly quizId: string
	/** Local or server id. */
	readonly attemptId: string
	/** Called with the attempt's server id once known. */
	readonly onSettled: (serverId: string) => void
}

const AttemptScreen = ({ quizId, attemptId, onSettled }: AttemptScreenProps) => {
	const live = useLive(() => local.attempts.find(attemptId), [attemptId])
	const refused = useLive(async () => (await local.outbox.refused()).length, ['refused'])
	// A refused entry means that the attempt was completed or superseded on another device: refresh then.
	const refresh = useRefresh(`${attemptId}/${refused.data ?? 0}`, () =>
		local.attempts.refresh(attemptId),
	)
	const attempt = live.data
	const serverId = attempt?.serverId ?? null
	useEffect(() => {
		if (serverId !== null) onSettled(serverId)
	}, [serverId, onSettled])
	if (attempt && attempt.statements.length > 0 && !attempt.superseded) {
		return (
			<Page title={attempt.quizName || texts.title} width="narrow">
				<h1 className="sr-only">{attempt.quizName || texts.title}</h1>
				<Questions attempt={attempt} />
			</Page>
		)
	}
	if (attempt?.superseded) {
		return <Dead quizId={quizId} text={notCountedText(attempt) ?? texts.noSession} />
	}
	if (refresh.failure) {
		return <Unread quizId={quizId} known={Boolean(attempt)} failure={refresh.failure} />
	}
	if (live.status === 'ready' && !refresh.refreshing) {
		return <Dead quizId={quizId} text={attempt ? texts.noMore : texts.noSession} />
	}
	return (
		<Page title={texts.title} width="narrow">
			{live.status === 'ready' && <Skeletons label={texts.loading} count={1} />}
		</Page>
	)
}

interface QuizScreenProps {
	readonly quizId: string
	readonly attemptId: string | null
	readonly onRename: (serverId: string) => Promise<void>
}

interface UnderWayProps extends QuizScreenProps {
	readonly attemptId: string
}

const UnderWay = ({ quizId, attemptId, onRename }: UnderWayProps) => {
	const { id, settle } = useAttemptAddress(attemptId, onRename)
	return <AttemptScreen key={id} quizId={quizId} attemptId={id} onSettled={settle} />
}

/** Page of a quiz: its intro, or the attempt in progress. */
export const QuizScreen = ({ attemptId, ...props }: QuizScreenProps) =>
	attemptId === null ? (
		<IntroScreen quizId={props.quizId} />
	) : (
		<UnderWay attemptId={attemptId} {...props} />
	)

/** Looks up an attempt by id, locally or on the server, and redirects to its quiz. */
export const ContinueScreen = ({ attemptId }: { readonly attemptId: string }) => {
	const live = useLive(() => local.attempts.find(attemptId), [attemptId])
	const missing = live.status === 'ready' && live.data === null
	const refresh = useRefresh(attemptId, missing ? () => local.attempts.refresh(attemptId) : null)
	if (live.data) {
		// Without a quiz id, any placeholder works: the page loads the attempt by its own id.
		const compareQuizId = live.data.compareQuizId || attemptId
		return (
			<Navigate
				to="/quiz/$compareQuizId"
				params={{ compareQuizId }}
				search={{ attemptId: live.data.serverId ?? live.data.id }}
				replace
			/>
		)
	}
	if (refresh.failure && isUnknown(refresh.failure)) {
		return (
			<ErrorCard text={texts.noSession}>
				<Link to="/activity" className="btn btn-primary">
					{texts.myActivity}
				</Link>
			</ErrorCard>
		)
	}
	if (refresh.failure) {
		return <ErrorCard text={texts.loadFailed} detail={failureDetail(refresh.failure)} />
	}
	return (
		<Page title={texts.title} width="narrow">
			{missing && <Skeletons label={texts.loading} count={2} />}
		</Page>
	)
}
