import { useEffect, useId, useLayoutEffect, useState } from 'react'
import { createPortal, flushSync } from 'react-dom'
import { SignedOut } from '#device/context.ts'
import type { StoredNotes } from '#device/db.ts'
import type { AttemptResults } from '#device/results.ts'
import { BOOTH_NOTE_MAX } from '#domain/limits.ts'
import { local } from '#web/app/local.ts'
import { knowing as texts } from '#web/texts/en/knowing.ts'
import { ui } from '#web/texts/en/late.ts'
import { contentLanguage } from '#web/texts/language.ts'
import { storageErrorText } from '#web/ui/failure.tsx'
import { useLive } from '#web/ui/live.ts'
import './print.css'

/** The voter's own notes on an attempt. Undefined until read, null if there are none. */
export const useNotes = (attemptId: string): StoredNotes | null | undefined =>
	useLive(() => local.notes.of(attemptId), ['notes', attemptId]).data

/** Pause in ms before the page says that a note is saved, so that typing does not repeat it. */
const CALM_MS = 800

/** One of the voter's notes, which shows at once and is stored behind. @param stored the note as read. */
export const useNote = <Name extends 'choice' | 'priorities'>(
	attemptId: string,
	name: Name,
	stored: NonNullable<StoredNotes[Name]>,
) => {
	const [edited, setEdited] = useState<typeof stored | null>(null)
	const [kept, setKept] = useState<typeof stored | null>(null)
	const [saved, setSaved] = useState(false)
	const [error, setError] = useState<string | null>(null)
	useEffect(() => {
		setSaved(false)
		if (edited === null || kept !== edited) return
		const timer = setTimeout(() => setSaved(true), CALM_MS)
		return () => clearTimeout(timer)
	}, [edited, kept])
	const change = (next: typeof stored): void => {
		setEdited(next)
		setError(null)
		local.notes.keep(attemptId, { [name]: next }).then(
			() => setKept(next),
			(fault: unknown) => {
				if (fault instanceof SignedOut) return
				reportError(fault)
				setError(storageErrorText(fault, ui.noRoom, ui.failed))
			},
		)
	}
	return { note: edited ?? stored, saved, error, change }
}

type Choice = NonNullable<StoredNotes['choice']>
const NONE: Choice = { candidateId: null, text: '' }

interface ChoiceProps {
	readonly results: AttemptResults
	readonly choice: Choice | undefined
}

/** A choice as printed; nothing if there is none. */
export const PrintedChoice = ({ results, choice = NONE }: ChoiceProps) => {
	const { candidateId, text } = choice
	const chosen = results.candidates.find((each) => each.candidateId === candidateId)
	if (candidateId === null && text === '') return null
	return (
		<section className="mt-4">
			<h2>{texts.choice}</h2>
			{candidateId !== null && chosen && (
				<p>
					<strong>{chosen.name}</strong>
					<span>{chosen.party && `, ${chosen.party}`}</span>
				</p>
			)}
			<p className="whitespace-pre-line">{text}</p>
		</section>
	)
}

const BoothSheet = (props: ChoiceProps) => {
	const { electionName, quizName } = props.results.attempt
	return createPortal(
		<article className="print-sheet booth-sheet">
			<p lang={contentLanguage}>{electionName ?? quizName}</p>
			<PrintedChoice {...props} />
		</article>,
		document.body,
	)
}

/** Prints the note alone. @returns true while its sheet must be drawn, and a function that prints it. */
const usePrinting = (): readonly [boolean, () => void] => {
	const [printing, setPrinting] = useState(false)
	useLayoutEffect(() => {
		if (!printing) return
		const end = (): void => setPrinting(false)
		addEventListener('afterprint', end)
		return () => removeEventListener('afterprint', end)
	}, [printing])
	return [
		printing,
		() => {
			flushSync(() => setPrinting(true))
			print()
		},
	]
}

interface BoothNoteProps {
	readonly results: AttemptResults
	readonly notes: StoredNotes | null | undefined
}

/** The voter's choice and a short note for the voting booth, stored on this device only. */
export const BoothNote = ({ results, notes }: BoothNoteProps) => {
	const id = useId()
	const stored = notes?.choice ?? NONE
	const { note: choice, saved, error, change } = useNote(results.attempt.id, 'choice', stored)
	const [printing, printNote] = usePrinting()
	const reading = notes === undefined
	const isEmpty = choice.candidateId === null && choice.text === ''
	return (
		<section className="mt-6 rounded-box border border-base-300 bg-surface p-5 shadow-paper">
			<h2 className="text-xl font-semibold">{texts.choice}</h2>
			<p className="mt-1 text-sm text-muted">{texts.choiceText}</p>
			<label htmlFor={`${id}-candidate`} className="mt-4 mb-1.5 block font-medium">
				{texts.candidate}
			</label>
			<select
				id={`${id}-candidate`}
				className="input w-full border-edge bg-surface text-base"
				disabled={reading}
				value={choice.candidateId ?? ''}
				onChange={({ target }) => change({ ...choice, candidateId: target.value || null })}
			>
				<option value="">{texts.noChoice}</option>
				{results.candidates.map(
					({ candidateId, name }) =>
						candidateId !== null && (
							<option key={candidateId} value={candidateId}>
								{name}
							</option>
						),
				)}
			</select>
			<label htmlFor={`${id}-note`} className="mt-4 mb-1.5 block font-medium">
				{texts.note}
			</label>
			<textarea
				id={`${id}-note`}
				rows={2}
				maxLength={BOOTH_NOTE_MAX}
				className="w-full rounded-field border border-edge bg-surface p-3"
				disabled={reading}
				value={choice.text}
				onChange={({ target }) => change({ ...choice, text: target.value })}
			/>
			<p role="status" className="min-h-5 text-sm text-muted">
				{saved && texts.saved}
			</p>
			<p role="alert" className="font-medium text-error empty:hidden">
				{error}
			</p>
			<button
				type="button"
				className="btn btn-outline mt-3 text-base"
				disabled={isEmpty}
				onClick={printNote}
			>
				{texts.printChoice}
			</button>
			{printing && <BoothSheet results={results} choice={choice} />}
		</section>
	)
}
