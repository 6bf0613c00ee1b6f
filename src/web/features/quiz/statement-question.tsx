import { MoveHorizontal } from 'lucide-react'
import { type ComponentType, memo, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { StoredAttempt } from '#device/db.ts'
import { SWIPE_HINT_DELAY_MS, SWIPE_HINT_SHOW_MS } from '#domain/limits.ts'
import { scaleOfSwipe } from '#domain/swipe.ts'
import type { QuizType, Statement } from '#domain/types.ts'
import { useCapability } from '#web/app/capabilities.ts'
import { quiz as texts } from '#web/texts/en/quiz.ts'
import {
	ANSWER_KEYS,
	type AnswersProps,
	BinaryAnswers,
	ScaleAnswers,
	SkipButton,
} from '#web/ui/answer-buttons.tsx'
import { CardDeck } from '#web/ui/card-deck.tsx'
import { answerText } from '#web/ui/format.ts'
import { useAfterPaint, useEvent } from '#web/ui/hooks.ts'
import { ProgressBar } from '#web/ui/progress-bar.tsx'
import { type Keys, useShortcutKeys } from '#web/ui/use-shortcut-keys.ts'
import { Background, StatementCard } from './statement-card.tsx'
import { Tutorial, useTutorial } from './tutorial.tsx'
import { type Position, useAnswering, usePosition } from './use-answers.ts'

interface AnnouncementProps {
	/** 1-based. */
	readonly number: number
	readonly total: number
	readonly text: string
	readonly silent: boolean
	/** The previous statement was skipped. */
	readonly afterSkip: boolean
}

/**
 * Announces a skip, and position and text of the new statement, to screen readers. They ignore a live region's initial
 * content, so the text follows, after the paint.
 */
const Announcement = memo(({ number, total, text, silent, afterSkip }: AnnouncementProps) => {
	const statement = texts.announced(number, total, text)
	const now = silent ? '' : afterSkip ? `${texts.skippedOne} ${statement}` : statement
	const said = useAfterPaint(now, '')
	return (
		<p role="status" className="sr-only">
			{said}
		</p>
	)
})

const SwipeHint = memo(() => {
	const [shown, setShown] = useState(false)
	useEffect(() => {
		const show = setTimeout(() => setShown(true), SWIPE_HINT_DELAY_MS)
		const hide = setTimeout(() => setShown(false), SWIPE_HINT_DELAY_MS + SWIPE_HINT_SHOW_MS)
		return () => {
			clearTimeout(show)
			clearTimeout(hide)
		}
	}, [])
	return (
		<p
			role="status"
			className="pointer-events-none absolute inset-x-0 -top-8 flex justify-center empty:hidden"
		>
			{shown && (
				<span className="flex animate-hint items-center gap-2 rounded-full bg-neutral px-4 py-2 text-sm text-neutral-content">
					<MoveHorizontal aria-hidden="true" className="size-4" />
					<span>{texts.swipeHint}</span>
				</span>
			)}
		</p>
	)
})

export type StatementQuizType = Exclude<QuizType, 'POLICY_PICK'>

interface WayToAnswer {
	readonly Answers: ComponentType<AnswersProps>
	readonly keys: Keys<number | null>
	/** Direction in which the card leaves: -1 left (disagree), 1 right, 0 neither. */
	readonly sideOf: (value: number) => number
	/** Maps a swipe to an answer; null disables swiping. */
	readonly answerOfSwipe: typeof scaleOfSwipe | null
}

const ANSWER_MODES: Readonly<Record<StatementQuizType, WayToAnswer>> = {
	SCALE: {
		Answers: ScaleAnswers,
		keys: ANSWER_KEYS.SCALE,
		sideOf: Math.sign,
		answerOfSwipe: scaleOfSwipe,
	},
	BINARY: {
		Answers: BinaryAnswers,
		keys: ANSWER_KEYS.BINARY,
		sideOf: (value) => value * 2 - 1,
		answerOfSwipe: null,
	},
}

interface ProgressProps extends Pick<Position, 'number' | 'total' | 'percentage'> {
	readonly canGoBack: boolean
	readonly onBack: () => void
	readonly placeText: typeof texts.place
}

// Memoized: the counter waits for the store, not for the next card.
const Progress = memo((props: ProgressProps) => {
	const { number, total, percentage, canGoBack, onBack, placeText } = props
	return (
		<div className="flex items-center gap-3">
			<button
				type="button"
				aria-label={texts.previous}
				aria-keyshortcuts="Backspace"
				aria-disabled={!canGoBack}
				className="-ms-3 min-h-12 shrink-0 rounded-field px-3 text-sm font-medium hover:bg-base-200 aria-disabled:opacity-30"
				onClick={onBack}
			>
				{texts.back}
			</button>
			<ProgressBar percentage={percentage} label={texts.progress} />
			<p className="shrink-0 text-sm text-muted tabular-nums">{placeText(number, total)}</p>
		</div>
	)
})

export interface StatementQuestionProps {
	readonly attempt: StoredAttempt
	readonly quizType: StatementQuizType
	/** Number of statements still to come if the results can be seen without them, else null. */
	readonly left: number | null
	readonly onFinish: () => void
	readonly placeText?: typeof texts.place
	/** Called once an answer or skip is stored. */
	readonly onStored?: (policyId: string, value: number | null) => void
}

interface AskProps extends StatementQuestionProps {
	readonly position: Position
}

interface OtherActionsProps extends Pick<StatementQuestionProps, 'left' | 'onFinish'> {
	readonly skipped: boolean
	readonly onSkip: () => void
}

/** Skip and early results, for servers that support them. */
const OtherActions = memo(({ left, onFinish, skipped, onSkip }: OtherActionsProps) => (
	<div className="mt-1 flex flex-wrap items-center justify-between gap-x-3">
		<SkipButton skipped={skipped} onSkip={onSkip} />
		{left !== null && (
			<button
				type="button"
				className="btn btn-ghost px-3 font-medium text-primary"
				onClick={onFinish}
			>
				<span>{texts.seeResultsNow}</span>
				<span className="text-muted">{texts.left(left)}</span>
			</button>
		)}
	</div>
))

const Ask = ({ attempt, quizType, position, ...props }: AskProps) => {
	const { left, onFinish, placeText = texts.place, onStored } = props
	const { statement, value, skipped } = position
	const { Answers, answerOfSwipe, keys, sideOf } = ANSWER_MODES[quizType]
	const section = useRef<HTMLElement>(null)
	const [side, setSide] = useState(0)
	const [afterSkip, setAfterSkip] = useState(false)
	const [background, setBackground] = useState<Statement | null>(null)
	const drawCard = useCallback(
		(card: Statement) => <StatementCard statement={card} onBackground={setBackground} />,
		[],
	)
	const tutorial = useTutorial()
	const canSkip = useCapability('skip')
	const { error, readable, send } = useAnswering(attempt.id, statement.policyId, tutorial.open)

	const answer = async (given: number | null): Promise<boolean> => {
		const { policyId } = statement
		const stored = await send({ policyId, value: given }, () => {
			setSide(given === null ? 0 : sideOf(given))
			setAfterSkip(given === null)
			const settle = position.give(given)
			return (isStored) => {
				settle(isStored)
				if (!isStored) setAfterSkip(false)
			}
		})
		if (stored) onStored?.(policyId, given)
		return stored
	}
	const choose = useEvent((given: number | null): void => void answer(given))
	const skip = useEvent((): void => void answer(null))
	const ways = canSkip ? { ...keys, s: null } : keys
	// Enter confirms the current answer.
	const confirming = value === null && !skipped ? ways : { ...ways, Enter: value }
	const canGoBack = position.back !== null
	const back = useEvent((): void => {
		if (canGoBack) setAfterSkip(false)
		position.back?.()
	})
	useShortcutKeys(section, confirming, choose, canGoBack ? back : null)
	useEffect(() => {
		if (!tutorial.open) section.current?.focus({ preventScroll: true })
	}, [tutorial.open])

	/** Ignore the swipe of a card that another answer has already replaced. */
	const onSwipe = useEvent(
		async (policyId: string, given: number): Promise<boolean> =>
			policyId === statement.policyId && answer(given),
	)
	const swipe = useMemo(
		() =>
			answerOfSwipe && {
				answerOf: answerOfSwipe,
				labelOf: (given: number) => answerText(quizType, given),
				onSwipe,
			},
		[answerOfSwipe, quizType, onSwipe],
	)

	return (
		<>
			<section
				ref={section}
				tabIndex={-1}
				aria-label={texts.question}
				aria-busy={position.storing}
				className="@container flex flex-1 flex-col gap-4"
			>
				<Progress
					number={position.number}
					total={position.total}
					percentage={position.percentage}
					onBack={back}
					{...{ canGoBack, placeText }}
				/>
				<Announcement
					number={position.place}
					total={position.total}
					text={statement.text}
					silent={tutorial.open}
					afterSkip={afterSkip}
				/>
				<CardDeck item={statement} draw={drawCard} side={side} swipe={swipe} />
				<p role="alert" className="text-center font-medium text-error empty:hidden">
					{error}
				</p>
				<div className="answer-bar short:relative @max-[17rem]:relative">
					{swipe && !tutorial.open && <SwipeHint />}
					{/* Disagreement is on the left in every script, as with swipes. */}
					<fieldset dir="ltr" aria-disabled={!readable}>
						<legend className="sr-only">{texts.yourAnswer}</legend>
						<Answers value={value} onChoose={choose} />
					</fieldset>
					{quizType === 'SCALE' && (
						<p className="mt-2 text-center text-xs @[36rem]:text-sm text-muted">
							<span>{texts.neutralCounts}</span> <span>{canSkip && texts.skipLeavesOut}</span>
						</p>
					)}
					{canSkip && <OtherActions {...{ left, onFinish, skipped }} onSkip={skip} />}
				</div>
			</section>
			{/* Outside the section, so that its shortcut keys do not reach the dialogs. */}
			{background && <Background statement={background} onClose={() => setBackground(null)} />}
			{tutorial.open && <Tutorial quizType={quizType} tutorial={tutorial} />}
		</>
	)
}

/** SCALE or BINARY question: one statement at a time. */
export const StatementQuestion = (props: StatementQuestionProps) => {
	const position = usePosition(props.attempt)
	return position && <Ask {...props} position={position} />
}
