import { useEffect, useMemo, useRef, useState } from 'react'
import type { StoredAttempt } from '#local/db.ts'
import { quiz as texts } from '#web/texts/quiz.ts'
import { answerText } from '#web/ui/answers.ts'
import { ProgressBar } from '#web/ui/bar.tsx'
import { useStable } from '#web/ui/use-stable.ts'
import { Announcement } from './announcement.tsx'
import { Deck } from './deck.tsx'
import { SwipeHint } from './swipe-hint.tsx'
import { Tutorial, useTutorial } from './tutorial.tsx'
import { useAnswering } from './use-answering.ts'
import { useKeys } from './use-keys.ts'
import { type Position, usePosition } from './use-position.ts'
import { type StatementQuizType, WAYS_TO_ANSWER } from './ways-to-answer.ts'

const Progress = ({ position }: { readonly position: Position }) => {
	const { number, total, percentage, back } = position
	return (
		<div className="flex items-center gap-3">
			<button
				type="button"
				aria-label={texts.previous}
				aria-keyshortcuts="Backspace"
				aria-disabled={back === null}
				className="-ms-3 min-h-12 shrink-0 rounded-field px-3 text-sm font-medium hover:bg-base-200 aria-disabled:opacity-30"
				onClick={() => back?.()}
			>
				{texts.back}
			</button>
			<ProgressBar percentage={percentage} label={texts.progress} />
			<p className="shrink-0 text-sm text-muted tabular-nums">{texts.place(number, total)}</p>
		</div>
	)
}

interface StatementQuestionProps {
	readonly attempt: StoredAttempt
	readonly quizType: StatementQuizType
}

interface AskProps extends StatementQuestionProps {
	readonly position: Position
}

const Ask = ({ attempt, quizType, position }: AskProps) => {
	const { statement, value } = position
	const { Answers, answerOfSwipe, keys, sideOf } = WAYS_TO_ANSWER[quizType]
	const section = useRef<HTMLElement>(null)
	const [side, setSide] = useState(0)
	const tutorial = useTutorial()
	const { error, readable, send } = useAnswering(attempt.id, statement.policyId, tutorial.open)

	const answer = (given: number): Promise<boolean> =>
		send({ policyId: statement.policyId, value: given }, () => {
			setSide(sideOf(given))
			return position.give(given)
		})
	const choose = useStable((given: number): void => void answer(given))
	// Enter goes on with the answer that it has.
	useKeys(section, value === null ? keys : { ...keys, Enter: value }, choose, position.back)
	useEffect(() => {
		if (!tutorial.open) section.current?.focus({ preventScroll: true })
	}, [tutorial.open])

	/** A card that is still held while another answer moves on says nothing about the next statement. */
	const onSwipe = useStable(
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
				<Progress position={position} />
				<Announcement
					number={position.place}
					total={position.total}
					text={statement.text}
					silent={tutorial.open}
				/>
				<Deck statement={statement} side={side} swipe={swipe} />
				<p role="alert" className="text-center font-medium text-error empty:hidden">
					{error}
				</p>
				<div className="answer-bar short:relative @max-[17rem]:relative">
					{swipe && !tutorial.open && <SwipeHint />}
					{/* The left side means disagreement in every script, as it does for a swipe. */}
					<fieldset dir="ltr" aria-disabled={!readable}>
						<legend className="sr-only">{texts.yourAnswer}</legend>
						<Answers value={value} onChoose={choose} />
					</fieldset>
				</div>
			</section>
			{/* Beside the section, whose keys are not for it. */}
			<Tutorial quizType={quizType} tutorial={tutorial} />
		</>
	)
}

/** One statement at a time: every quiz type but POLICY_PICK. */
export const StatementQuestion = ({ attempt, quizType }: StatementQuestionProps) => {
	const position = usePosition(attempt)
	return position && <Ask attempt={attempt} quizType={quizType} position={position} />
}
