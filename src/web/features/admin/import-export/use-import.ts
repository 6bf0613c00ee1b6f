import { useEffect, useRef, useState } from 'react'
import { type ImportReport, type TextFile, transfer } from '#contract/admin/import-export.ts'
import { IMPORT_MAX_BYTES } from '#domain/limits.ts'
import type { DateOrder } from '#domain/written-forms.ts'
import { call, uuid } from '#web/app/api.ts'
import { session } from '#web/app/session.ts'
import { exchange as texts } from '#web/texts/en/admin/exchange.ts'
import { sizeText } from '#web/ui/format.ts'
import { useOneAtATime } from '#web/ui/hooks.ts'
import { saveText } from '#web/ui/share.ts'
import { rereadActive } from '../elections/api.ts'
import { errorText, isOffline } from '../kit/errors.ts'
import { type Read, useRead } from '../kit/use-list.ts'

/** So many files the contract takes. */
const FILES_MAX = 20

/** A file that was chosen, with its text. */
export interface Chosen extends TextFile {
	readonly bytes: number
}

interface Kept {
	readonly userKey: string | null
	readonly files: readonly Chosen[]
}

/** What was chosen outlives the page: a sign-in that ends leads away from it and back. It is too much for the tab's storage. */
let kept: Kept = { userKey: null, files: [] }

/** What the signed-in administrator has chosen in this tab. */
const keptFiles = (): readonly Chosen[] => (kept.userKey === session.userKey() ? kept.files : [])

/** Keeps what is chosen for whoever is signed in: nobody else is shown it. */
const keepFiles = (files: readonly Chosen[]): void => {
	kept = { userKey: session.userKey(), files }
}

/** What was read of files, and what is said of those that could not be. */
export interface ReadFiles {
	readonly files: readonly Chosen[]
	readonly problems: readonly string[]
}

const readOne = async (file: File): Promise<Chosen | string> => {
	try {
		const bytes = await file.arrayBuffer()
		// A text in another encoding would come out with other letters, and nobody would notice.
		const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
		return { name: file.name, text, bytes: file.size }
	} catch (fault) {
		return fault instanceof TypeError ? texts.notText(file.name) : texts.unreadable(file.name)
	}
}

/** Reads files that were chosen or dropped. */
export const readFiles = async (given: readonly File[]): Promise<ReadFiles> => {
	const read = await Promise.all(given.map(readOne))
	return {
		files: read.filter((file) => typeof file !== 'string'),
		problems: read.filter((file) => typeof file === 'string'),
	}
}

/** Files with others added to them: one that has the name of another takes its place. */
export const withFiles = (
	before: readonly Chosen[],
	added: readonly Chosen[],
): readonly Chosen[] => [
	...before.filter(({ name }) => !added.some((file) => file.name === name)),
	...added,
]

/** Saves CSV tables on this device. */
export const saveTables = (files: readonly TextFile[]): void => {
	for (const { name, text } of files) saveText(name, text, 'text/csv')
}

/** What the server takes of a file. */
const toSend = (files: readonly Chosen[]): TextFile[] =>
	files.map(({ name, text }) => ({ name, text }))

/** What keeps files from being sent at all; null where nothing does. */
export const limitProblem = (files: readonly Chosen[]): string | null => {
	if (files.length > FILES_MAX) return texts.tooMany(FILES_MAX)
	const bytes = new Blob([JSON.stringify(toSend(files))]).size
	return bytes > IMPORT_MAX_BYTES
		? texts.tooLarge(sizeText(bytes), sizeText(IMPORT_MAX_BYTES))
		: null
}

export interface Importing {
	readonly files: readonly Chosen[]
	/** What is said of files that were not taken. */
	readonly problems: readonly string[]
	/** What would happen; of no files, or too many, nothing is asked. */
	readonly plan: Read<ImportReport | null>
	/** Whether the files are being imported. */
	readonly busy: boolean
	/** Why the import failed; null where it did not. */
	readonly error: string | null
	/** What was written; null before. */
	readonly done: ImportReport | null
	/** Records that the import left out, as files; empty where it was a whole one. */
	readonly leftOut: readonly TextFile[]
	/** Order of day and month in the files, where that has been asked. */
	readonly dateOrder: DateOrder | null
	chooseDateOrder(order: DateOrder): void
	add(given: readonly File[]): void
	takeOut(name: string): void
	clear(): void
	write(): void
	/** Imports without what is refused, and saves that as files. */
	writeRest(): void
}

/** Which files are chosen; another choice has another number, and another key. */
interface Choice {
	readonly round: number
	readonly dateOrder: DateOrder | null
	readonly files: readonly Chosen[]
	readonly problems: readonly string[]
}

const useChoice = () => {
	const [choice, setChoice] = useState<Choice>(() => ({
		round: 0,
		dateOrder: null,
		files: keptFiles(),
		problems: [],
	}))
	useEffect(() => keepFiles(choice.files), [choice.files])
	const set = (
		change: (before: readonly Chosen[]) => readonly Chosen[],
		said: readonly string[] = [],
	): void =>
		setChoice(({ round, files, dateOrder }) => {
			const next = change(files)
			const limit = limitProblem(next)
			const problems = limit === null ? said : [...said, limit]
			// The order belongs to the files it was asked about.
			return {
				...{ round: round + 1, files: next, problems },
				dateOrder: next.length === 0 ? null : dateOrder,
			}
		})
	const setDateOrder = (dateOrder: DateOrder): void =>
		setChoice((before) => ({ ...before, round: before.round + 1, dateOrder }))
	return { choice, set, setDateOrder }
}

/** Imports files: what would happen is asked as soon as they are chosen, and they are written when that is wanted. */
export const useImport = (): Importing => {
	const { choice, set, setDateOrder } = useChoice()
	const { files, problems, round, dateOrder } = choice
	const { busy, run } = useOneAtATime()
	const [error, setError] = useState<string | null>(null)
	const [done, setDone] = useState<ImportReport | null>(null)
	const [leftOut, setLeftOut] = useState<readonly TextFile[]>([])
	const key = useRef({ round: -1, value: '' })
	const sendable = files.length > 0 && limitProblem(files) === null

	const bodyOf = (dryRun: boolean) => ({
		files: toSend(files),
		dryRun,
		...(dateOrder !== null && { dateOrder }),
	})
	const plan = useRead<ImportReport | null>(String(round), async (signal) =>
		sendable
			? call(transfer.import, { body: bodyOf(true) }, { signal })
			: { ok: true, value: null },
	)
	const choose = (...change: Parameters<typeof set>): void => {
		setError(null)
		setDone(null)
		set(...change)
	}
	/** The same key as long as nobody has said what came of it: a repetition after a lost reply writes nothing twice. */
	const keyNow = (): string => {
		if (key.current.round !== round) key.current = { round, value: uuid() }
		return key.current.value
	}
	const act = async (partial?: ImportReport['partial']): Promise<string | null> => {
		const body = { ...bodyOf(false), ...(partial && { leaveOut: partial.leftOut }) }
		const reply = await call(transfer.import, { body }, { idempotencyKey: keyNow() })
		if (!reply.ok) {
			const said = isOffline(reply.error) ? texts.importUnclear : texts.importFailed
			return `${errorText(reply.error, said)} ${isOffline(reply.error) ? said : texts.kept}`
		}
		if (reply.value.written) {
			setDone(reply.value)
			setLeftOut(partial?.files ?? [])
			saveTables(partial?.files ?? [])
			set(() => [])
			rereadActive()
			return null
		}
		// What is there has changed since the plan was made: it is made again, and shows what is refused.
		key.current = { round: -1, value: '' }
		plan.reload()
		return texts.refusedTitle
	}
	return {
		files,
		problems,
		plan,
		leftOut,
		dateOrder,
		chooseDateOrder: setDateOrder,
		busy,
		error,
		done,
		add(given) {
			readFiles(given)
				.then((read) => choose((before) => withFiles(before, read.files), read.problems))
				.catch(reportError)
		},
		takeOut: (name) => choose((before) => before.filter((file) => file.name !== name)),
		clear: () => choose(() => []),
		write() {
			run(async () => {
				setError(null)
				setError(await act())
			})
		},
		writeRest() {
			const partial = plan.value?.partial
			if (partial === undefined) return
			run(async () => {
				setError(null)
				setError(await act(partial))
			})
		},
	}
}
