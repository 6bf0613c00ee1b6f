import { useMemo } from 'react'
import type { StoredNotes } from '#device/db.ts'
import type { AttemptResults } from '#device/results.ts'
import { type Alignment, roundPercentage, saysNothing } from '#domain/score.ts'
import { rescore } from '#domain/second-figure.ts'
import type { Statement } from '#domain/types.ts'
import { results as texts } from '#web/texts/en/results.ts'
import { contentLanguage } from '#web/texts/language.ts'
import { Bar } from './alignment-figure.tsx'
import { useNote } from './booth-note.tsx'
import { firstOf } from './top-match.tsx'
import {
	categoriesIn,
	categoryOf,
	hasLines,
	percentText,
	prioritiesText,
	topicText,
} from './words.ts'

type Marks = NonNullable<StoredNotes['priorities']>
type Mark = Marks[string]

const MARKS: readonly Mark[] = ['important', 'out']
const FACTORS: Readonly<Record<Mark, number>> = { important: 2, out: 0 }

const UNMARKED: Marks = {}

/** Marks statements, or removes the mark if all of them have it. */
const toggled = (marks: Marks, statements: readonly Statement[], mark: Mark): Marks => {
	const ids = new Set(statements.map(({ policyId }) => policyId))
	const others = Object.entries(marks).filter(([policyId]) => !ids.has(policyId))
	const isOff = [...ids].every((policyId) => marks[policyId] === mark)
	return Object.fromEntries([
		...others,
		...(isOff ? [] : [...ids].map((policyId) => [policyId, mark] as const)),
	])
}

/** Pressed state of a mark for some statements. */
const pressed = (marks: Marks, statements: readonly Statement[], mark: Mark): boolean | 'mixed' => {
	const marked = statements.filter(({ policyId }) => marks[policyId] === mark).length
	return marked === statements.length || (marked > 0 && 'mixed')
}

const topicsOf = (statements: readonly Statement[]) =>
	categoriesIn(statements).map((category) => ({
		name: topicText(category),
		inTopic: statements.filter((each) => categoryOf(each) === category),
	}))

/** Figures of an attempt with the voter's marks, best first. */
export const weighed = (attempt: AttemptResults['attempt'], marks: Marks): Alignment[] =>
	rescore(attempt, attempt.candidateIds, attempt.seed, ({ policyId }) => {
		const mark = marks[policyId]
		return mark === undefined ? 1 : FACTORS[mark]
	})

interface SecondProps {
	readonly results: AttemptResults
	readonly marks: Marks
}

/** Second figures beside the stored ones, best first. */
const SecondFigures = ({ results, marks }: SecondProps) => {
	const { attempt, candidates } = results
	const second = useMemo(() => weighed(attempt, marks), [attempt, marks])
	const rows = second.map((alignment) => {
		const stored = candidates.find(({ candidateId }) => candidateId === alignment.candidateId)
		return { ...alignment, name: stored?.name ?? texts.candidate, stored }
	})
	const { shown, more } = firstOf(rows)
	const isMarked = Object.keys(marks).length > 0
	return (
		<div className="mt-4 rounded-field border-2 border-dashed border-edge px-4 py-3">
			<h3 className="font-semibold">{texts.secondFigure}</h3>
			<p role="status" className="mt-1 text-sm">
				{isMarked ? prioritiesText(rows, candidates) : texts.nothingMarked}
			</p>
			<ol className="mt-3 grid gap-3">
				{shown.map(({ candidateId, name, percentage, stored }) => (
					<li key={candidateId}>
						<p className="flex flex-wrap justify-between gap-x-3 wrap-anywhere">
							<span>{name}</span>
							<strong className="font-semibold tabular-nums">
								{percentage === null ? texts.noScore : percentText(percentage)}
							</strong>
						</p>
						{percentage !== null && (
							<Bar figure={roundPercentage(percentage)} fill="bg-primary" className="h-2" />
						)}
						<p className="mt-1 text-sm text-muted">
							{texts.storedFigure(
								typeof stored?.percentage === 'number'
									? percentText(stored.percentage)
									: texts.noScore,
							)}
						</p>
					</li>
				))}
			</ol>
			{more > 0 && <p className="mt-3 text-sm text-muted">{texts.moreCandidates(more)}</p>}
		</div>
	)
}

interface MarkButtonsProps {
	readonly statements: readonly Statement[]
	readonly marks: Marks
	readonly onChange: (marks: Marks) => void
}

const MarkButtons = ({ statements, marks, onChange }: MarkButtonsProps) => (
	<div className="mt-2 flex flex-wrap gap-2">
		{MARKS.map((mark) => {
			const state = pressed(marks, statements, mark)
			return (
				<button
					key={mark}
					type="button"
					aria-pressed={state}
					className={`btn px-4 text-sm ${state === true ? 'btn-primary' : 'btn-outline'} ${state === 'mixed' ? 'border-dashed' : ''}`}
					onClick={() => onChange(toggled(marks, statements, mark))}
				>
					{texts.marks[mark]}
				</button>
			)
		})}
	</div>
)

/** True if a second figure can be calculated, and would say something. */
export const canWeigh = (results: AttemptResults): boolean =>
	hasLines(results) && !saysNothing(results.attempt)

interface PrioritiesProps {
	readonly results: AttemptResults
	readonly notes: StoredNotes | null | undefined
}

/**
 * Marks topics and statements as important or left out, and shows the ranking that follows. Everything stays on this
 * device.
 */
export const YourPriorities = ({ results, notes }: PrioritiesProps) => {
	const stored = notes?.priorities ?? UNMARKED
	const reading = notes === undefined
	const { note: marks, error, change } = useNote(results.attempt.id, 'priorities', stored)
	return (
		<>
			<p className="mt-2 text-muted">{texts.prioritiesText}</p>
			<SecondFigures results={results} marks={marks} />
			<p role="alert" className="font-medium text-error empty:hidden">
				{error}
			</p>
			<ul className="mt-2 divide-y divide-base-300">
				{topicsOf(results.attempt.statements).map(({ name, inTopic }) => (
					<li key={name} className="py-3">
						<fieldset disabled={reading}>
							<legend className="font-semibold">{name}</legend>
							<MarkButtons statements={inTopic} marks={marks} onChange={change} />
						</fieldset>
						<details className="mt-1">
							<summary className="min-h-11 cursor-pointer content-center text-sm font-medium text-primary">
								{texts.statementsIn(inTopic.length)}
							</summary>
							<ul className="ps-4">
								{inTopic.map((statement) => (
									<li key={statement.policyId} className="off-screen py-2 wrap-anywhere">
										<fieldset disabled={reading}>
											<legend lang={contentLanguage}>{statement.text}</legend>
											<MarkButtons statements={[statement]} marks={marks} onChange={change} />
										</fieldset>
									</li>
								))}
							</ul>
						</details>
					</li>
				))}
			</ul>
			<button
				type="button"
				className="btn btn-ghost btn-block"
				disabled={reading}
				onClick={() => change(UNMARKED)}
			>
				{texts.clearMarks}
			</button>
		</>
	)
}
