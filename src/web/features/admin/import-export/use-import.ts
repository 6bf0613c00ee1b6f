import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useEffect, useId, useRef, useState } from 'react'
import {
	type ImportReport,
	type TableColumn,
	type TextFile,
	transfer,
} from '#contract/admin/import-export.ts'
import { IMPORT_MAX_BYTES } from '#domain/limits.ts'
import type { DateOrder } from '#domain/written-forms.ts'
import { isOffline } from '#http/failure.ts'
import { call, uuid } from '#web/app/api.ts'
import { session } from '#web/app/session.ts'
import { exchange as texts } from '#web/texts/en/admin/exchange.ts'
import { sizeText } from '#web/ui/format.ts'
import { saveText } from '#web/ui/share.ts'
import { rereadActive } from '../elections/api.ts'
import { useAction } from '../kit/actions.tsx'
import { errorText } from '../kit/errors.ts'
import { invalidate, unwrap } from '../kit/queries.ts'

const FILES_MAX = 20

export interface Chosen extends TextFile {
	readonly bytes: number
}

interface Kept {
	readonly userKey: string | null
	readonly files: readonly Chosen[]
}

/** Module state: the files must survive a redirect to the login and are too large for session storage. */
let kept: Kept = { userKey: null, files: [] }

const keptFiles = (): readonly Chosen[] => (kept.userKey === session.userKey() ? kept.files : [])

/** Stores the files with their user, so that another user never sees them. */
const keepFiles = (files: readonly Chosen[]): void => {
	kept = { userKey: session.userKey(), files }
}

export interface ReadFiles {
	readonly files: readonly Chosen[]
	readonly problems: readonly string[]
}

const readOne = async (file: File): Promise<Chosen | string> => {
	try {
		const bytes = await file.arrayBuffer()
		// `fatal`: another encoding would silently garble the text.
		const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
		return { name: file.name, text, bytes: file.size }
	} catch (fault) {
		return fault instanceof TypeError ? texts.notText(file.name) : texts.unreadable(file.name)
	}
}

export const readFiles = async (given: readonly File[]): Promise<ReadFiles> => {
	const read = await Promise.all(given.map(readOne))
	return {
		files: read.filter((file) => typeof file !== 'string'),
		problems: read.filter((file) => typeof file === 'string'),
	}
}

export const withFiles = (
	before: readonly Chosen[],
	added: readonly Chosen[],
): readonly Chosen[] => [
	...before.filter(({ name }) => !added.some((file) => file.name === name)),
	...added,
]

export const saveTables = (files: readonly TextFile[]): void => {
	for (const { name, text } of files) saveText(name, text, 'text/csv')
}

const toSend = (files: readonly Chosen[]): TextFile[] =>
	files.map(({ name, text }) => ({ name, text }))

export const limitProblem = (files: readonly Chosen[]): string | null => {
	if (files.length > FILES_MAX) return texts.tooMany(FILES_MAX)
	const bytes = new Blob([JSON.stringify(toSend(files))]).size
	return bytes > IMPORT_MAX_BYTES
		? texts.tooLarge(sizeText(bytes), sizeText(IMPORT_MAX_BYTES))
		: null
}

export interface Importing {
	readonly files: readonly Chosen[]
	readonly problems: readonly string[]
	readonly plan: UseQueryResult<ImportReport | null>
	readonly busy: boolean
	readonly error: string | null
	readonly done: ImportReport | null
	readonly leftOut: readonly TextFile[]
	readonly dateOrder: DateOrder | null
	chooseDateOrder(order: DateOrder): void
	chooseColumn(column: TableColumn): void
	add(given: readonly File[]): void
	takeOut(name: string): void
	clear(): void
	write(): void
	writeRest(): void
}

/** The chosen files. Every change increments `round`, which renews the dry run and the idempotency key. */
interface Choice {
	readonly round: number
	readonly dateOrder: DateOrder | null
	readonly columns: readonly TableColumn[]
	readonly files: readonly Chosen[]
	readonly problems: readonly string[]
	/** Same files as before, read in another way: the previous report stays until the next one. */
	readonly isReread: boolean
}

const useChoice = () => {
	const [choice, setChoice] = useState<Choice>(() => ({
		round: 0,
		dateOrder: null,
		columns: [],
		files: keptFiles(),
		problems: [],
		isReread: false,
	}))
	useEffect(() => keepFiles(choice.files), [choice.files])
	const set = (
		change: (before: readonly Chosen[]) => readonly Chosen[],
		said: readonly string[] = [],
	): void =>
		setChoice(({ round, files, dateOrder, columns }) => {
			const next = change(files)
			const limit = limitProblem(next)
			const problems = limit === null ? said : [...said, limit]
			// The date order belongs to the files it was asked about.
			return {
				...{ round: round + 1, files: next, problems, isReread: false },
				dateOrder: next.length === 0 ? null : dateOrder,
				columns: columns.filter(({ file }) => next.some(({ name }) => name === file)),
			}
		})
	const setDateOrder = (dateOrder: DateOrder): void =>
		setChoice((before) => ({ ...before, round: before.round + 1, dateOrder, isReread: true }))
	const setColumn = (column: TableColumn): void =>
		setChoice((before) => ({
			...before,
			round: before.round + 1,
			isReread: true,
			columns: [
				...before.columns.filter(({ file, name }) => file !== column.file || name !== column.name),
				column,
			],
		}))
	return { choice, set, setDateOrder, setColumn }
}

/** State of an import: runs a dry run whenever the files change, and writes on demand. */
export const useImport = (): Importing => {
	const { choice, set, setDateOrder, setColumn } = useChoice()
	const { files, problems, round, dateOrder, columns } = choice
	const { busy, error, run, clear } = useAction()
	const [done, setDone] = useState<ImportReport | null>(null)
	const [leftOut, setLeftOut] = useState<readonly TextFile[]>([])
	const key = useRef({ round: -1, value: '' })
	const sendable = files.length > 0 && limitProblem(files) === null

	const bodyOf = (dryRun: boolean) => ({
		files: toSend(files),
		dryRun,
		...(dateOrder !== null && { dateOrder }),
		...(columns.length > 0 && { columns: [...columns] }),
	})
	const plan = useQuery<ImportReport | null>({
		queryKey: ['import', useId(), round],
		placeholderData: (before) => (choice.isReread ? before : undefined),
		queryFn: async ({ signal }) =>
			sendable ? unwrap(call(transfer.import, { body: bodyOf(true) }, { signal })) : null,
	})
	const choose = (...change: Parameters<typeof set>): void => {
		clear()
		setDone(null)
		set(...change)
	}
	/** Reuses the key until the outcome is known, so that a retry after a lost response imports nothing twice. */
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
			invalidate('elections')
			rereadActive()
			return null
		}
		// The data changed since the dry run: run it again to show what is rejected.
		key.current = { round: -1, value: '' }
		invalidate('import')
		return texts.refusedTitle
	}
	return {
		files,
		problems,
		plan,
		leftOut,
		dateOrder,
		chooseDateOrder: setDateOrder,
		chooseColumn: setColumn,
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
		write: () => run(act),
		writeRest() {
			const partial = plan.data?.partial
			if (partial !== undefined) run(() => act(partial))
		},
	}
}
