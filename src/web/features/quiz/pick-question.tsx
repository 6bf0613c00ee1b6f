import {
	memo,
	useCallback,
	useEffect,
	useId,
	useLayoutEffect,
	useMemo,
	useRef,
	useState,
} from 'react'
import type { StoredAttempt } from '#device/db.ts'
import { PICK_SUBMIT_DELAY_MS } from '#domain/limits.ts'
import { picksNeeded } from '#domain/quiz.ts'
import type { Statement } from '#domain/types.ts'
import { passingStorage } from '#web/app/storage.ts'
import { quiz as texts } from '#web/texts/en/quiz.ts'
import { contentLanguage } from '#web/texts/language.ts'
import { useEvent, wait } from '#web/ui/hooks.ts'
import { Background, BackgroundButton, ClarityNote, StatementBadges } from './statement-card.tsx'
import { Tutorial, useTutorial } from './tutorial.tsx'
import { useAnswering } from './use-answers.ts'

const readDraft = (key: string): readonly string[] => {
	const text = passingStorage.getItem(key)
	return text === null || text === '' ? [] : text.split(' ')
}

/** Saves the draft for reloads. With a full storage, only a reload loses it. */
const keepDraft = (key: string, picked: ReadonlySet<string>): void => {
	try {
		passingStorage.setItem(key, [...picked].join(' '))
	} catch (full) {
		reportError(full)
	}
}

export interface Picks {
	readonly picked: ReadonlySet<string>
	/** Stable function. */
	readonly toggle: (policyId: string) => void
	readonly forget: () => void
}

const usePicks = (attemptId: string, known: ReadonlySet<string>): Picks => {
	const key = `evenhand.picks.${attemptId}`
	const [picked, setPicked] = useState<ReadonlySet<string>>(
		() => new Set(readDraft(key).filter((id) => known.has(id))),
	)
	useLayoutEffect(() => keepDraft(key, picked), [key, picked])
	const toggle = useCallback(
		(policyId: string): void =>
			setPicked((before) => {
				const next = new Set(before)
				if (!next.delete(policyId)) next.add(policyId)
				return next
			}),
		[],
	)
	// The server may have replaced statements.
	const shown = useMemo(() => new Set([...picked].filter((id) => known.has(id))), [picked, known])
	const forget = useCallback(() => passingStorage.removeItem(key), [key])
	return { picked: shown, toggle, forget }
}

interface ChoiceProps {
	readonly statement: Statement
	readonly checked: boolean
	/** Stable and shared by all choices, for `memo`. */
	readonly onToggle: (policyId: string) => void
	readonly onBackground: (statement: Statement) => void
}

const Choice = memo(({ statement, checked, onToggle, onBackground }: ChoiceProps) => (
	<li
		className={`off-screen rounded-box border bg-surface ${checked ? 'border-primary' : 'border-base-300'}`}
	>
		<label className="flex cursor-pointer items-start gap-4 p-4">
			<input
				type="checkbox"
				checked={checked}
				onChange={() => onToggle(statement.policyId)}
				className="checkbox checkbox-primary mt-0.5 border-edge shrink-0"
			/>
			<span
				lang={contentLanguage}
				className="min-w-0 font-serif text-lg leading-snug wrap-anywhere"
			>
				{statement.text}
			</span>
		</label>
		<div className="grid gap-2 ps-14 pe-4 *:pb-4">
			<StatementBadges statement={statement} />
			<ClarityNote statement={statement} />
			<BackgroundButton statement={statement} onBackground={onBackground} />
		</div>
	</li>
))

interface SubmitBarProps {
	readonly picked: number
	readonly needed: number
	readonly busy: boolean
	readonly readable: boolean
	readonly error: string | null
	readonly onSubmit: () => void
}

const SubmitBar = ({ picked, needed, busy, readable, error, onSubmit }: SubmitBarProps) => {
	const missing = Math.max(0, needed - picked)
	return (
		<div className="answer-bar short:static mt-6 grid gap-2 border-t border-base-300">
			<p role="alert" className="text-center font-medium text-error empty:hidden">
				{error}
			</p>
			<p role="status" className="text-center text-sm text-muted">
				{missing > 0 ? texts.needMore(missing) : texts.selected(picked)}
			</p>
			<button
				type="button"
				className="btn btn-primary text-base"
				disabled={missing > 0 || busy}
				aria-disabled={!readable}
				onClick={onSubmit}
			>
				{busy ? texts.submitting : texts.submit}
			</button>
		</div>
	)
}

/** POLICY_PICK question: a list of all statements to tick and submit. */
export const PickQuestion = ({ attempt }: { readonly attempt: StoredAttempt }) => {
	const { statements } = attempt
	const known = useMemo(() => new Set(statements.map((s) => s.policyId)), [statements])
	const { picked, toggle, forget } = usePicks(attempt.id, known)
	const tutorial = useTutorial()
	const { error, readable, send } = useAnswering(attempt.id, attempt.id, tutorial.open)
	const titleId = useId()
	const [busy, setBusy] = useState(false)
	const [background, setBackground] = useState<Statement | null>(null)
	const heading = useRef<HTMLHeadingElement>(null)
	useEffect(() => {
		if (!tutorial.open) heading.current?.focus({ preventScroll: true })
	}, [tutorial.open])
	const open = readable && !busy
	const onToggle = useEvent((policyId: string): void => {
		if (open) toggle(policyId)
	})
	const submit = async (): Promise<void> => {
		if (!open) return
		setBusy(true)
		await wait(PICK_SUBMIT_DELAY_MS)
		if (await send({ selectedPolicyIds: [...picked] })) forget()
		else setBusy(false)
	}
	return (
		<>
			<h2 id={titleId} ref={heading} tabIndex={-1} className="text-2xl font-semibold outline-none">
				{texts.which}
			</h2>
			<p className="mt-1 mb-5 text-muted">{texts.pickAtLeast(picksNeeded(statements.length))}</p>
			<fieldset aria-labelledby={titleId} aria-disabled={!readable}>
				<ul className="grid gap-3">
					{statements.map((statement) => (
						<Choice
							key={statement.policyId}
							statement={statement}
							checked={picked.has(statement.policyId)}
							onToggle={onToggle}
							onBackground={setBackground}
						/>
					))}
				</ul>
			</fieldset>
			<SubmitBar
				picked={picked.size}
				needed={picksNeeded(statements.length)}
				busy={busy}
				readable={readable}
				error={error}
				onSubmit={() => void submit()}
			/>
			{background && <Background statement={background} onClose={() => setBackground(null)} />}
			{tutorial.open && <Tutorial quizType={attempt.quizType} tutorial={tutorial} />}
		</>
	)
}
