import { ArrowLeft } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { StoredAttempt } from '#local/db.ts'
import { quiz as texts } from '#web/texts/quiz.ts'
import { ProgressBar } from '#web/ui/bar.tsx'
import { Announcement } from './announcement.tsx'
import { BinaryAnswers } from './binary-answers.tsx'
import { Deck } from './deck.tsx'
import { ScaleAnswers } from './scale-answers.tsx'
import { SwipeHint } from './swipe-hint.tsx'
import { Tutorial, useTutorial } from './tutorial.tsx'
import { useAnswering } from './use-answering.ts'
import { type Keys, useKeys } from './use-keys.ts'
import { type Position, usePosition } from './use-position.ts'

const Progress = ({ position }: { readonly position: Position }) => {
	const { number, total, percentage, back } = position
	return (
		<div className="flex items-center gap-3">
			<button
				type="button"
				aria-label={texts.previous}
				aria-keyshortcuts="Backspace"
				aria-disabled={back === null}
				className="-ms-3 grid size-12 shrink-0 place-items-center rounded-field hover:bg-base-200 aria-disabled:opacity-30"
				onClick={() => back?.()}
			>
				<ArrowLeft aria-hidden="true" className="size-5 rtl:rotate-180" />
			</button>
			<ProgressBar percentage={percentage} label={texts.progress} />
			<p className="shrink-0 text-sm text-muted tabular-nums">{texts.place(number, total)}</p>
		</div>
	)
}

// Left and right are the screen's own here, in every script: disagreement is on the left, where cards go by a swipe.
const SCALE_KEYS: Keys = {
	1: -2,
	2: -1,
	3: 0,
	4: 1,
	5: 2,
	d: -1,
	a: 1,
	ArrowLeft: -1,
	ArrowRight: 1,
	'Shift+ArrowLeft': -2,
	'Shift+ArrowRight': 2,
}
const BINARY_KEYS: Keys = { 1: 0, 2: 1, d: 0, a: 1, ArrowLeft: 0, ArrowRight: 1 }

/** The keys of a statement; Enter goes on with the answer that it has. */
const keysOf = (scale: boolean, value: number | null): Keys => {
	const keys = scale ? SCALE_KEYS : BINARY_KEYS
	return value === null ? keys : { ...keys, Enter: value }
}

/** The sign of an answer, for the way its card leaves: left is disagreement. */
const sideOf = (scale: boolean, value: number): number => (scale ? Math.sign(value) : value * 2 - 1)

interface AskProps {
	readonly attempt: StoredAttempt
	readonly position: Position
}

const Ask = ({ attempt, position }: AskProps) => {
	const { statement, value } = position
	const scale = attempt.quizType === 'SCALE'
	const section = useRef<HTMLElement>(null)
	const [side, setSide] = useState(0)
	const tutorial = useTutorial()
	const { error, send } = useAnswering(attempt.id, statement.policyId)

	const answer = (given: number): Promise<boolean> =>
		send({ policyId: statement.policyId, value: given }, () => {
			setSide(sideOf(scale, given))
			return position.give(given)
		})
	const choose = (given: number): void => void answer(given)
	useKeys(section, keysOf(scale, value), choose, position.back)
	useEffect(() => {
		if (!tutorial.open) section.current?.focus({ preventScroll: true })
	}, [tutorial.open])

	/** A card that is still held while another answer moves on says nothing about the next statement. */
	const swipe = async (policyId: string, given: number): Promise<boolean> =>
		policyId === statement.policyId && answer(given)

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
				<Announcement position={position} silent={tutorial.open} />
				<Deck statement={statement} side={side} onSwipe={scale ? swipe : null} />
				<p role="alert" className="text-center font-medium text-error empty:hidden">
					{error}
				</p>
				<div className="sticky bottom-0 -mx-4 short:relative @max-[17rem]:relative bg-base-100 px-4 pt-2 pb-2">
					{scale && !tutorial.open && <SwipeHint />}
					{scale ? (
						<ScaleAnswers value={value} onChoose={choose} />
					) : (
						<BinaryAnswers value={value} onChoose={choose} />
					)}
				</div>
			</section>
			{/* Beside the section, whose keys are not for it. */}
			<Tutorial quizType={attempt.quizType} tutorial={tutorial} />
		</>
	)
}

/** SCALE and BINARY: one statement at a time. */
export const StatementQuestion = ({ attempt }: { readonly attempt: StoredAttempt }) => {
	const position = usePosition(attempt)
	return position && <Ask attempt={attempt} position={position} />
}
