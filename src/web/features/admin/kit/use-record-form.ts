import { type RefObject, useEffect, useRef, useState } from 'react'
import * as v from 'valibot'
import type { FieldError } from '#contract/endpoint.ts'
import type { Result } from '#domain/types.ts'
import type { CallOptions } from '#http/client.ts'
import type { Failure } from '#http/failure.ts'
import { uuid } from '#web/app/api.ts'
import { common } from '#web/texts/en/admin/common.ts'
import { toast } from '#web/ui/toast.ts'
import { lastChangeText } from '../history/history-page.tsx'
import { type Draft, dropDraft, keepDraft, readDraft } from './drafts.tsx'
import { hasStatus, unsavedText } from './errors.ts'

/**
 * Has the server change a record only as it was seen: somebody else's change is not written over unread.
 * @param etag the version that was seen; undefined of a server that names none, which is asked for nothing.
 */
export const ifMatch = (etag: string | undefined): Pick<CallOptions, 'headers'> =>
	etag === undefined ? {} : { headers: { 'If-Match': etag } }

/** What is wrong with a form: at its fields, and as a whole. */
export interface Problems {
	/** The first message of each field, by its name. */
	readonly fields: Readonly<Record<string, string>>
	/** The same messages in the order in which they were found, each once. */
	readonly all: readonly string[]
	/** What went wrong that is no field's; null where that is nothing. */
	readonly whole: string | null
}

const NO_PROBLEMS: Problems = { fields: {}, all: [], whole: null }

/** "electionIds.0" is about the field "electionIds". */
const fieldOf = (path: string): string => path.split('.')[0] ?? ''

const listed = (fields: Problems['fields']): Pick<Problems, 'fields' | 'all'> => ({
	fields,
	all: [...new Set(Object.values(fields))],
})

const gather = (found: readonly FieldError[]): Pick<Problems, 'fields' | 'all'> => {
	const fields: Record<string, string> = {}
	for (const { path, message } of found) fields[fieldOf(path)] ??= message
	return listed(fields)
}

/** What the schema objects to; what it says of no field is about the whole. */
export const problemsOfIssues = (issues: readonly v.BaseIssue<unknown>[]): Problems => {
	const found = issues.map((issue) => ({ path: v.getDotPath(issue) ?? '', message: issue.message }))
	const whole = found.filter(({ path }) => path === '').map(({ message }) => message)
	return { ...gather(found.filter(({ path }) => path !== '')), whole: whole.join(' ') || null }
}

/**
 * What the server objects to. @param names the form's fields: a message about anything else is one about the whole.
 * @param fallback what is said where the server says nothing.
 */
export const problemsOfFailure = (
	failure: Failure,
	names: readonly string[],
	fallback: string,
): Problems => {
	const errors = failure.kind === 'problem' ? failure.errors : []
	const [here, elsewhere] = [true, false].map((at) =>
		errors.filter(({ path }) => names.includes(fieldOf(path)) === at),
	)
	const others = (elsewhere ?? []).map(({ message }) => message)
	const whole = [unsavedText(failure, fallback), ...others].filter(
		(text, index, texts) => text !== '' && texts.indexOf(text) === index,
	)
	const { fields, all } = gather(here ?? [])
	return { fields, all, whole: whole.join(' ') || null }
}

/** The same without what was said of a field, which is being corrected. */
export const withoutField = (problems: Problems, name: string): Problems => {
	const { [name]: gone, ...fields } = problems.fields
	return gone === undefined ? problems : { ...problems, ...listed(fields) }
}

/** A record's fields as they stand in its form, with the version that they are of. */
export interface Version<Values> {
	readonly values: Values
	/** Undefined for a new record, and from a server that has no versions. */
	readonly etag: string | undefined
}

export interface RecordFormOptions<Values extends object, Body, Row> {
	/** Of `draftKey`: where what is typed is kept until it is saved. */
	readonly draft: string
	/** What the record is called, for whoever comes back to the draft. */
	readonly nameOf: (values: Values) => string
	/** The record as it was read, or an empty one. Looked at once. */
	readonly initial: Version<Values>
	/** Changes that the form opens with, not saved yet. */
	readonly preset?: Partial<Values>
	/** The contract's schema of the body: the server checks by the same. */
	readonly schema: v.GenericSchema<unknown, Body>
	readonly send: (body: Body, options: CallOptions) => Promise<Result<Row, Failure>>
	/** Reads the record again, after somebody else has changed it. Left out for what is being made. */
	readonly reread?: () => Promise<Result<Version<Values>, Failure>>
	/** The record's id in the history, which says who changed it. Omit it for a new record. */
	readonly record?: string | undefined
	readonly onSaved: (row: Row) => void
	/** What is said of a failure of which the server says nothing. */
	readonly failed: string
	/** Puts what is said of a failure into a sentence, where one is specified. */
	readonly failedWith?: (message: string) => string
}

/** Somebody else's version of a record. */
export interface Conflict<Values> extends Version<Values> {
	/** Who changed it and when, in a sentence; null where that is not known. */
	readonly by: string | null
}

/** What a field of the form needs to be drawn. */
export interface Bound<Value> {
	readonly value: Value
	readonly error: string | undefined
	readonly onValue: (value: Value) => void
}

export interface RecordForm<Values extends object> {
	readonly ref: RefObject<HTMLFormElement | null>
	readonly values: Values
	/** The version that these are of, as it was read last. */
	readonly before: Values
	/** Whether something stands there that is not saved. */
	readonly dirty: boolean
	readonly busy: boolean
	readonly problems: Problems
	/** What stands there was typed before the page was left, or before a sign-in ended. */
	readonly restored: boolean
	/** Somebody else's version, where the record was changed since it was read. */
	readonly conflict: Conflict<Values> | null
	bind<Name extends keyof Values & string>(name: Name): Bound<Values[Name]>
	/** Changes several fields at once; none while they are being saved. */
	change(part: Partial<Values>): void
	submit(): void
	/** Saves what stands here over the other version, which has been seen. */
	keepMine(): void
	/** Goes on with the other version instead. */
	takeTheirs(): void
	/** Forgets what was typed. */
	discard(): void
}

/** One key as long as the same is sent over the same version: a repetition after a lost reply has no second effect. */
const useIdempotencyKey = (): ((sent: string) => string) => {
	const last = useRef({ sent: '', key: '' })
	return (sent) => {
		if (last.current.sent !== sent) last.current = { sent, key: uuid() }
		return last.current.key
	}
}

const isSame = (one: unknown, other: unknown): boolean =>
	JSON.stringify(one) === JSON.stringify(other)

const startOf = <Values extends object>(
	initial: Version<Values>,
	draft: Draft | null,
	preset: Partial<Values>,
) => ({
	/** What was read last: whatever differs from it is not saved. */
	base: initial.values,
	values: { ...initial.values, ...draft?.values, ...preset } as Values,
	etag: draft ? draft.etag : initial.etag,
	problems: NO_PROBLEMS,
	conflict: null as Conflict<Values> | null,
	restored: draft !== null,
	busy: false,
})

/**
 * The form of a record. It is checked when it is sent, by the contract's schema; what the server objects to stands at its
 * field. Whatever goes wrong, what was typed stays: in the form, and in the tab's storage until it is saved or discarded.
 * A record that somebody else has changed meanwhile is read again, and both versions are shown: nothing is overwritten.
 */
export const useRecordForm = <Values extends object, Body, Row>(
	options: RecordFormOptions<Values, Body, Row>,
): RecordForm<Values> => {
	const { draft, schema, send, reread, failed } = options
	const [state, setState] = useState(() =>
		startOf(options.initial, readDraft(draft), options.preset ?? {}),
	)
	const { base, values, etag, problems, conflict, restored, busy } = state
	const set = (part: Partial<typeof state>): void => setState((before) => ({ ...before, ...part }))
	const ref = useRef<HTMLFormElement>(null)
	const settled = useRef(false)
	const sending = useRef(false)
	const gone = useRef(false)
	const keyOf = useIdempotencyKey()
	const dirty = !isSame(values, base)
	const name = options.nameOf(values)

	useEffect(() => {
		if (settled.current) return
		if (dirty) keepDraft(draft, { name, values: values as Draft['values'], etag })
		else dropDraft(draft)
	}, [dirty, draft, name, values, etag])

	useEffect(() => {
		gone.current = false
		return () => {
			gone.current = true
		}
	}, [])

	useEffect(() => {
		if (problems.all.length > 0) {
			ref.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
		}
	}, [problems])

	const meet = async (): Promise<void> => {
		const { record } = options
		const [now, by] = await Promise.all([
			reread?.(),
			record === undefined ? null : lastChangeText(record),
		])
		if (now?.ok) return set({ conflict: { ...now.value, by } })
		const gone = now !== undefined && hasStatus(now.error, 404)
		const whole =
			gone || now === undefined ? [common.conflict.gone, by].filter(Boolean).join(' ') : null
		set({
			problems:
				whole === null && now
					? problemsOfFailure(now.error, [], failed)
					: { ...NO_PROBLEMS, whole },
		})
	}

	const deliver = async (version: string | undefined): Promise<void> => {
		const parsed = v.safeParse(schema, values)
		if (!parsed.success) return set({ problems: problemsOfIssues(parsed.issues) })
		set({ busy: true, problems: NO_PROBLEMS })
		const reply = await send(parsed.output, {
			idempotencyKey: keyOf(JSON.stringify([parsed.output, version])),
			...ifMatch(version),
		})
		if (reply.ok) {
			settled.current = true
			dropDraft(draft)
			// In the place of a form that was left another one may be open, which is not this one's to close.
			if (gone.current) toast(common.savedAfterAll)
			else options.onSaved(reply.value)
			return
		}
		// Changed by somebody else, or deleted.
		if (hasStatus(reply.error, 412) || (reread && hasStatus(reply.error, 404))) return meet()
		const found = problemsOfFailure(reply.error, Object.keys(values), failed)
		const whole = found.whole && (options.failedWith?.(found.whole) ?? found.whole)
		set({ problems: { ...found, whole } })
	}

	const submit = (version: string | undefined): void => {
		// A second press while the first is under way.
		if (sending.current) return
		sending.current = true
		deliver(version)
			.finally(() => {
				sending.current = false
				set({ busy: false })
			})
			.catch(reportError)
	}

	const change = (part: Partial<Values>): void => {
		// What is under way is sent already: what was typed beside it would go with the form, and nobody would notice.
		if (sending.current) return
		setState((before) => ({
			...before,
			values: { ...before.values, ...part },
			problems: Object.keys(part).reduce(withoutField, before.problems),
		}))
	}

	return {
		ref,
		values,
		before: base,
		dirty,
		busy,
		problems,
		restored,
		conflict,
		bind: (field) => ({
			value: values[field],
			error: problems.fields[field],
			onValue: (value) => change({ [field]: value } as unknown as Partial<Values>),
		}),
		change,
		submit: () => submit(etag),
		keepMine() {
			if (conflict === null) return
			set({ base: conflict.values, etag: conflict.etag, conflict: null })
			submit(conflict.etag)
		},
		takeTheirs() {
			if (conflict === null) return
			const { values: theirs, etag: version } = conflict
			set({ base: theirs, values: theirs, etag: version, conflict: null, restored: false })
		},
		discard() {
			settled.current = true
			dropDraft(draft)
		},
	}
}
