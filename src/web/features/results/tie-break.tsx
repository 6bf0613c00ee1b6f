import { useEffect, useRef, useState } from 'react'
import type { StoredNotes } from '#device/db.ts'
import type { AttemptResults } from '#device/results.ts'
import type { Answers } from '#domain/quiz.ts'
import { isTieBreakDone, scoreTieBreak } from '#domain/tie-break.ts'
import type { Statement } from '#domain/types.ts'
import { isOffline } from '#http/failure.ts'
import { local } from '#web/app/local.ts'
import { knowing as texts } from '#web/texts/en/knowing.ts'
import { ui } from '#web/texts/en/late.ts'
import { contentLanguage } from '#web/texts/language.ts'
import { ANSWER_KEYS, BinaryAnswers, ScaleAnswers, SkipButton } from '#web/ui/answer-buttons.tsx'
import { BallotCard } from '#web/ui/ballot-card.tsx'
import { useAction } from '#web/ui/failure.tsx'
import { failureText } from '#web/ui/failure-text.ts'
import { answerText } from '#web/ui/format.ts'
import { useEvent } from '#web/ui/hooks.ts'
import { type Keys, useShortcutKeys } from '#web/ui/use-shortcut-keys.ts'
import { figuresText, listText } from './words.ts'

type Stored = NonNullable<StoredNotes['tieBreak']>
type QuizType = AttemptResults['attempt']['quizType']

interface AskProps {
	readonly tieBreak: Stored
	/** Stores answers. @returns false if that failed. */
	readonly onAnswers: (answers: Answers) => Promise<boolean>
	readonly onEnd: () => void
}

/** One statement at a time, as in the quiz. */
const AskEach = ({
	tieBreak,
	quizType,
	onAnswers,
	onEnd,
}: AskProps & { readonly quizType: Exclude<QuizType, 'POLICY_PICK'> }) => {
	const { statements, answers } = tieBreak
	const open = statements.findIndex(({ policyId }) => !Object.hasOwn(answers, policyId))
	const [index, setIndex] = useState(Math.max(0, open))
	const section = useRef<HTMLElement>(null)
	const statement = statements[index]
	useEffect(() => section.current?.focus({ preventScroll: true }), [])
	const choose = useEvent(async (value: number | null): Promise<void> => {
		if (statement === undefined) return
		if (!(await onAnswers({ ...answers, [statement.policyId]: value }))) return
		if (index + 1 < statements.length) setIndex(index + 1)
		else onEnd()
	})
	const back = index === 0 ? null : () => setIndex(index - 1)
	const keys: Keys<number | null> = { ...ANSWER_KEYS[quizType], s: null }
	const answer = (value: number | null): void => void choose(value)
	useShortcutKeys(section, keys, answer, back)
	if (statement === undefined) return null
	const { policyId } = statement
	const Buttons = quizType === 'SCALE' ? ScaleAnswers : BinaryAnswers
	return (
		<section
			ref={section}
			tabIndex={-1}
			aria-label={texts.tieBreak}
			className="@container mt-3 grid gap-4 outline-none"
		>
			<div className="flex items-center justify-between">
				<button
					type="button"
					aria-disabled={back === null}
					className="-ms-3 min-h-12 rounded-field px-3 text-sm font-medium aria-disabled:opacity-30"
					onClick={() => back?.()}
				>
					{texts.back}
				</button>
				<p className="text-sm text-muted tabular-nums">
					{texts.place(index + 1, statements.length)}
				</p>
			</div>
			<div aria-live="polite">
				<BallotCard text={statement.text} />
			</div>
			{/* Disagreement is on the left in every script, as in the quiz. */}
			<fieldset dir="ltr">
				<legend className="sr-only">{texts.yourAnswer}</legend>
				<Buttons value={answers[policyId] ?? null} onChoose={answer} />
			</fieldset>
			<div>
				<SkipButton skipped={answers[policyId] === null} onSkip={() => answer(null)} />
			</div>
		</section>
	)
}

/** All statements at once, as in the quiz. */
const AskPicks = ({ tieBreak: { statements, answers }, onAnswers, onEnd }: AskProps) => {
	const [picked, setPicked] = useState(
		() => new Set(statements.map((each) => each.policyId).filter((id) => answers[id] === 1)),
	)
	const section = useRef<HTMLElement>(null)
	useEffect(() => section.current?.focus({ preventScroll: true }), [])
	const toggle = (policyId: string): void => {
		const next = new Set(picked)
		if (!next.delete(policyId)) next.add(policyId)
		setPicked(next)
	}
	const done = async (): Promise<void> => {
		const given = statements.map(({ policyId }) => [policyId, Number(picked.has(policyId))])
		if (await onAnswers(Object.fromEntries(given))) onEnd()
	}
	return (
		<section ref={section} tabIndex={-1} aria-label={texts.tieBreak} className="mt-3 outline-none">
			<p>{texts.pick}</p>
			<ul className="mt-2 grid gap-2">
				{statements.map(({ policyId, text }) => (
					<li key={policyId}>
						<label className="flex min-h-12 cursor-pointer items-start gap-3 py-2">
							<input
								type="checkbox"
								className="checkbox checkbox-primary border-edge shrink-0"
								checked={picked.has(policyId)}
								onChange={() => toggle(policyId)}
							/>
							<span lang={contentLanguage} className="min-w-0 wrap-anywhere">
								{text}
							</span>
						</label>
					</li>
				))}
			</ul>
			<button type="button" className="btn btn-primary mt-3" onClick={() => void done()}>
				{texts.done}
			</button>
		</section>
	)
}

interface OwnersProps {
	readonly tieBreak: Stored
	readonly results: AttemptResults
}

const Owners = ({ tieBreak: { statements, answers }, results }: OwnersProps) => {
	const { candidates, attempt } = results
	const nameOf = ({ candidateId }: Statement): string =>
		candidates.find((each) => each.candidateId === candidateId)?.name ?? ''
	const givenTo = ({ policyId }: Statement): string => {
		const value = answers[policyId] ?? null
		return value === null ? texts.noAnswer : answerText(attempt.quizType, value)
	}
	return (
		<details className="mt-2 text-sm">
			<summary className="flex min-h-11 cursor-pointer items-center font-medium text-primary">
				{texts.showAnswers}
			</summary>
			<ul className="divide-y divide-base-300">
				{statements.map((statement) => (
					<li key={statement.policyId} className="py-2 wrap-anywhere">
						<p lang={contentLanguage}>{statement.text}</p>
						<p className="mt-1 text-muted">
							{texts.statementOf(nameOf(statement), givenTo(statement))}
						</p>
					</li>
				))}
			</ul>
		</details>
	)
}

/** The tie-break to answer: the stored one, else the drawn one. Null if the statements are not on this device. */
const tieBreakOf = (
	{ tie }: AttemptResults,
	notes: StoredNotes | null | undefined,
): Stored | null => {
	if (notes?.tieBreak) return notes.tieBreak
	if (!tie?.statements) return null
	return { tied: tie.candidateIds, statements: tie.statements, answers: {} }
}

/** Tie-break of the results with its answers, stored ones and those that the next read brings. */
const useTieBreak = (results: AttemptResults, notes: StoredNotes | null | undefined) => {
	const { run, ...action } = useAction()
	const [given, setGiven] = useState<Answers | null>(null)
	const found = tieBreakOf(results, notes)
	const tieBreak = found && { ...found, answers: given ?? found.answers }
	return {
		...action,
		tieBreak,
		/** Reads the statements of the tied candidates. */
		read: (candidateIds: readonly string[]) =>
			run(async () => {
				const reply = await local.results.refreshStatements(candidateIds)
				if (reply.ok) return null
				return isOffline(reply.error) ? texts.notHere : failureText(reply.error, ui.failed)
			}),
		store: async (answers: Answers): Promise<boolean> => {
			let stored = false
			await run(async () => {
				if (tieBreak === null) return null
				await local.notes.keep(results.attempt.id, { tieBreak: { ...tieBreak, answers } })
				setGiven(answers)
				stored = true
				return null
			})
			return stored
		},
	}
}

const Ask = (props: AskProps & { readonly quizType: QuizType }) => {
	const { quizType } = props
	return quizType === 'POLICY_PICK' ? (
		<AskPicks {...props} />
	) : (
		<AskEach {...props} quizType={quizType} />
	)
}

const offerText = (results: AttemptResults, tieBreak: Stored | null): string => {
	if (tieBreak?.statements.length === 0) return texts.noneLeft
	const ids = tieBreak?.tied ?? results.tie?.candidateIds ?? []
	const tied = results.candidates.filter(({ candidateId }) => ids.includes(candidateId ?? ''))
	const names = listText(tied.map(({ name }) => name))
	return tieBreak === null
		? texts.offerUnread(names)
		: texts.offer(names, tieBreak.statements.length)
}

const answeredIn = ({ answers }: Stored): number =>
	Object.values(answers).filter((value) => value !== null).length

/** True if nothing is left to answer and not all was skipped. */
export const isTieBreakAnswered = (tieBreak: Stored): boolean =>
	isTieBreakDone(tieBreak) && answeredIn(tieBreak) > 0

/** Figures of the tied candidates with the tie-break's answers. */
export const outcomeText = ({ attempt, candidates }: AttemptResults, tieBreak: Stored): string => {
	const scored = scoreTieBreak(attempt, tieBreak, tieBreak.tied, attempt.seed)
	return texts.withMore(answeredIn(tieBreak), figuresText(scored, candidates))
}

interface OfferProps {
	readonly results: AttemptResults
	readonly tieBreak: Stored | null
	readonly busy: boolean
	readonly onBegin: () => void
}

const Offer = ({ results, tieBreak, busy, onBegin }: OfferProps) => {
	const isEmpty = tieBreak?.statements.length === 0
	// Skips alone break no tie.
	const done = tieBreak !== null && isTieBreakAnswered(tieBreak)
	return (
		<>
			<p role="status" className="mt-2">
				{done ? outcomeText(results, tieBreak) : offerText(results, tieBreak)}
			</p>
			<p className="mt-1 text-sm text-muted">{texts.secondFigure}</p>
			{done && <Owners tieBreak={tieBreak} results={results} />}
			{!isEmpty && (
				<button
					type="button"
					className="btn btn-outline mt-3 text-base"
					aria-disabled={busy}
					onClick={onBegin}
				>
					{busy ? texts.reading : done ? texts.change : texts.begin}
				</button>
			)}
		</>
	)
}

interface TieBreakProps {
	readonly results: AttemptResults
	readonly notes: StoredNotes | null | undefined
}

/** Asks statements of effectively tied candidates that the quiz did not ask, for a second figure on this device only. */
export const TieBreak = ({ results, notes }: TieBreakProps) => {
	const { attempt, tie } = results
	const [open, setOpen] = useState(false)
	const heading = useRef<HTMLHeadingElement>(null)
	const { tieBreak, busy, error, read, store } = useTieBreak(results, notes)
	const isEmpty = tieBreak?.statements.length === 0
	if (tie === null || (isEmpty && !open)) return null
	const begin = (): void => {
		if (busy || notes === undefined) return
		setOpen(true)
		if (tieBreak === null) void read(tie.candidateIds)
	}
	const end = (): void => {
		setOpen(false)
		heading.current?.focus({ preventScroll: true })
	}
	return (
		<section className="mt-6 rounded-box border border-base-300 bg-surface p-[min(1.25rem,5vw)] shadow-paper">
			<h2 ref={heading} tabIndex={-1} className="text-xl font-semibold outline-none">
				{texts.tieBreak}
			</h2>
			{open && tieBreak && !isEmpty ? (
				<Ask {...{ tieBreak, quizType: attempt.quizType }} onAnswers={store} onEnd={end} />
			) : (
				<Offer {...{ results, tieBreak, busy }} onBegin={begin} />
			)}
			<p role="alert" className="mt-2 font-medium text-error empty:hidden">
				{error}
			</p>
		</section>
	)
}
