import { useEffect, useMemo, useRef, useState } from 'react'
import type { StoredAttempt } from '#device/db.ts'
import { type Answers, answersMissing, type Progress, progress } from '#domain/quiz.ts'
import { quiz as texts } from '#web/texts/en/quiz.ts'
import { Mark } from '#web/ui/notice.tsx'

interface Round {
	readonly ids: ReadonlySet<string>
	/** Answers of this round by policy id; null if skipped again. */
	readonly given: Answers
}

export interface SkippedRound {
	/** The attempt with the answers of this round, which its stored copy may still lack. */
	readonly whole: StoredAttempt
	/** The skipped statements as an attempt of their own; null outside a round. */
	readonly asked: StoredAttempt | null
	readonly start: () => void
	/** Records an answer of the round once it is stored. */
	readonly note: (policyId: string, value: number | null) => void
}

/** Asks the skipped statements again, each once. */
export const useSkippedRound = (attempt: StoredAttempt): SkippedRound => {
	const [round, setRound] = useState<Round | null>(null)
	const { whole, asked } = useMemo(() => {
		if (round === null) return { whole: attempt, asked: null }
		const { ids, given } = round
		const statements = attempt.statements.filter(({ policyId }) => ids.has(policyId))
		return {
			whole: { ...attempt, answers: { ...attempt.answers, ...given } },
			asked: { ...attempt, statements, answers: given },
		}
	}, [attempt, round])
	return {
		whole,
		asked: asked && leftIn(progress(asked)) > 0 ? asked : null,
		start() {
			const skipped = whole.statements.filter(({ policyId }) => whole.answers[policyId] === null)
			setRound({ ids: new Set(skipped.map(({ policyId }) => policyId)), given: {} })
		},
		note: (policyId, value) =>
			setRound((now) => now && { ...now, given: { ...now.given, [policyId]: value } }),
	}
}

/** Number of statements that are neither answered nor skipped. */
export const leftIn = ({ total, answered, skipped }: Progress): number => total - answered - skipped

interface SkippedPageProps {
	readonly attempt: StoredAttempt
	readonly onAnswer: () => void
	readonly onFinish: () => void
}

/** Page after the last statement if some were skipped. */
export const SkippedPage = ({ attempt, onAnswer, onFinish }: SkippedPageProps) => {
	const { skipped, canFinish } = progress(attempt)
	const heading = useRef<HTMLHeadingElement>(null)
	useEffect(() => heading.current?.focus({ preventScroll: true }), [])
	const look = (primary: boolean): string =>
		`btn text-base ${primary ? 'btn-primary' : 'btn-outline'}`
	return (
		<section className="my-auto flex animate-rise flex-col items-center py-8 text-center">
			<Mark className="size-16" />
			<h2 ref={heading} tabIndex={-1} className="mt-6 text-3xl font-semibold">
				{texts.skippedCount(skipped)}
			</h2>
			<p className="mt-3 text-pretty text-muted">
				{canFinish ? texts.skippedText : texts.moreNeeded(answersMissing(attempt))}
			</p>
			<div className="mt-8 flex w-full flex-wrap gap-3 *:grow">
				<button type="button" className={look(!canFinish)} onClick={onAnswer}>
					{texts.answerSkipped}
				</button>
				{canFinish && (
					<button type="button" className={look(true)} onClick={onFinish}>
						{texts.seeResults}
					</button>
				)}
			</div>
		</section>
	)
}
