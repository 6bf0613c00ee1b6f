import { useEffect, useRef, useState } from 'react'
import { type ImportReport, type TextFile, transfer } from '#contract/transfer.ts'
import type { DateOrder } from '#domain/written-forms.ts'
import { call } from '#web/app/client.ts'
import { uuid } from '#web/app/uuid.ts'
import { exchange as texts } from '#web/texts/admin/exchange.ts'
import { rereadActive } from '../elections/reread-active.ts'
import { faultText, isOffline } from '../faults.ts'
import { type Read, useRead } from '../lists/use-read.ts'
import { useOneAtATime } from '../use-one-at-a-time.ts'
import {
	type Chosen,
	keepFiles,
	keptFiles,
	limitProblem,
	readFiles,
	saveTables,
	toSend,
	withFiles,
} from './chosen.ts'

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
			return `${faultText(reply.error, said)} ${isOffline(reply.error) ? said : texts.kept}`
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
