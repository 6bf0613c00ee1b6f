import { type RefObject, useEffect, useRef, useState } from 'react'
import * as v from 'valibot'
import type { FieldError } from '#contract/endpoint.ts'
import type { Result } from '#domain/types.ts'
import type { CallOptions } from '#http/client.ts'
import type { Failure } from '#http/failure.ts'
import { uuid } from '#web/app/api.ts'
import { common } from '#web/texts/en/admin/common.ts'
import { toast } from '#web/ui/toast.ts'
import { lastChangeText } from '../history/api.ts'
import { type Draft, dropDraft, keepDraft, readDraft } from './drafts.tsx'
import { hasStatus, unsavedText } from './errors.ts'

/** If-Match header for optimistic locking; empty if the record has no etag. */
export const ifMatch = (etag: string | undefined): Pick<CallOptions, 'headers'> =>
	etag === undefined ? {} : { headers: { 'If-Match': etag } }

export interface Problems {
	readonly fields: Readonly<Record<string, string>>
	/** The field messages without duplicates, in the order of the fields. */
	readonly all: readonly string[]
	/** Messages that belong to no field. */
	readonly whole: string | null
}

const NO_PROBLEMS: Problems = { fields: {}, all: [], whole: null }

/** Strips an index: "electionIds.0" belongs to the field "electionIds". */
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

/** Converts schema issues. Issues without a path apply to the whole form. */
export const problemsOfIssues = (issues: readonly v.BaseIssue<unknown>[]): Problems => {
	const found = issues.map((issue) => ({ path: v.getDotPath(issue) ?? '', message: issue.message }))
	const whole = found.filter(({ path }) => path === '').map(({ message }) => message)
	return { ...gather(found.filter(({ path }) => path !== '')), whole: whole.join(' ') || null }
}

/**
 * Converts an error response.
 * @param names fields of the form; messages for other fields apply to the whole form
 * @param fallback message if the server sends none
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

/** Clears the error of a field that is being edited. */
export const withoutField = (problems: Problems, name: string): Problems => {
	const { [name]: gone, ...fields } = problems.fields
	return gone === undefined ? problems : { ...problems, ...listed(fields) }
}

export interface Version<Values> {
	readonly values: Values
	/** Undefined for a new record and for a server without etags. */
	readonly etag: string | undefined
}

export interface RecordFormOptions<Values extends object, Body, Row> {
	/** Storage key from `draftKey`. */
	readonly draft: string
	/** Name of the record in the list of drafts. */
	readonly nameOf: (values: Values) => string
	/** Read on the first render only. */
	readonly initial: Version<Values>
	readonly preset?: Partial<Values>
	/** The contract's schema of the request body, which the server uses too. */
	readonly schema: v.GenericSchema<unknown, Body>
	readonly send: (body: Body, options: CallOptions) => Promise<Result<Row, Failure>>
	/** Reads the record again after a conflict. Omit it for a new record. */
	readonly reread?: () => Promise<Result<Version<Values>, Failure>>
	/** Id in the change history, used to name who changed the record. Omit it for a new record. */
	readonly record?: string | undefined
	readonly onSaved: (row: Row) => void
	readonly failed: string
	/** Wraps the error message in a sentence from the specification. */
	readonly failedWith?: (message: string) => string
}

/** Version of a record saved by another administrator. */
export interface Conflict<Values> extends Version<Values> {
	/** A sentence with the author and time of the change; null if unknown. */
	readonly by: string | null
}

/** Props that connect an input to its form field. */
export interface Bound<Value> {
	readonly value: Value
	readonly error: string | undefined
	readonly onValue: (value: Value) => void
}

export interface RecordForm<Values extends object> {
	readonly ref: RefObject<HTMLFormElement | null>
	readonly values: Values
	/** Values as last read from the server. */
	readonly before: Values
	readonly dirty: boolean
	readonly busy: boolean
	readonly problems: Problems
	/** True if the values come from a stored draft. */
	readonly restored: boolean
	/** The other administrator's version, if the record changed since it was read. */
	readonly conflict: Conflict<Values> | null
	bind<Name extends keyof Values & string>(name: Name): Bound<Values[Name]>
	/** Changes several fields at once. Ignored while saving. */
	change(part: Partial<Values>): void
	submit(): void
	/** Overwrites the other version, which the user has seen. */
	keepMine(): void
	/** Discards the changes and continues with the other version. */
	takeTheirs(): void
	discard(): void
}

/** Reuses the idempotency key for an identical request, so a retry after a lost response has no second effect. */
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
	base: initial.values,
	values: { ...initial.values, ...draft?.values, ...preset } as Values,
	etag: draft ? draft.etag : initial.etag,
	problems: NO_PROBLEMS,
	conflict: null as Conflict<Values> | null,
	restored: draft !== null,
	busy: false,
})

/**
 * State of a record form. Validates against the contract's schema on submit and shows server errors at their fields.
 * Keeps unsaved input in session storage until it is saved or discarded. On a conflict it reads the record again and
 * offers both versions.
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
			// This form was closed meanwhile; do not close the one that replaced it.
			if (gone.current) toast(common.savedAfterAll)
			else options.onSaved(reply.value)
			return
		}
		if (hasStatus(reply.error, 412) || (reread && hasStatus(reply.error, 404))) return meet()
		const found = problemsOfFailure(reply.error, Object.keys(values), failed)
		const whole = found.whole && (options.failedWith?.(found.whole) ?? found.whole)
		set({ problems: { ...found, whole } })
	}

	const submit = (version: string | undefined): void => {
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
		// Ignore edits while saving: they are not in the request and would be lost when the form closes.
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
