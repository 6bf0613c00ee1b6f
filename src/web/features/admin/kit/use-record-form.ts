import {
	type FormStore,
	getDeepErrorEntries,
	getInput,
	handleSubmit,
	reset,
	setErrors,
	setInput,
	useForm,
} from '@formisch/react'
import { type RefObject, useEffect, useRef, useState } from 'react'
import type * as v from 'valibot'
import type { FieldError } from '#contract/endpoint.ts'
import type { Result } from '#domain/types.ts'
import type { CallOptions } from '#http/client.ts'
import type { Failure } from '#http/failure.ts'
import { uuid } from '#web/app/api.ts'
import { common } from '#web/texts/en/admin/common.ts'
import { toast } from '#web/ui/toast.ts'
import { type Conflict, ifMatch, readConflict } from './conflict.tsx'
import { dropDraft, keepDraft, readDraft } from './drafts.tsx'
import { hasStatus, unsavedText } from './errors.ts'

type Input = Record<string, unknown>

export interface Problems {
	readonly fields: Readonly<Record<string, string>>
	/** The field messages without duplicates, in the order of the fields. */
	readonly all: readonly string[]
	readonly whole: string | null
}

/** The errors of a form by field. An error of a list's item belongs to the list. */
export const problemsOf = (store: FormStore): Problems => {
	const fields: Record<string, string> = {}
	let whole: string | null = null
	for (const { path, errors } of getDeepErrorEntries(store)) {
		const [name] = path
		if (name === undefined) whole = errors.join(' ')
		else fields[String(name)] ??= errors[0]
	}
	return { fields, all: [...new Set(Object.values(fields))], whole }
}

/** Strips an index: "electionIds.0" belongs to the field "electionIds". */
const fieldOf = (path: string): string => path.split('.')[0] ?? ''

/**
 * Puts the messages of an error response at their fields. @param names fields of the form; others apply to the whole form
 * @param fallback message if the server sends none. @param sentence wraps the message of the whole form
 */
export const showFailure = (
	store: FormStore,
	failure: Failure,
	names: readonly string[],
	fallback: string,
	sentence = (message: string): string => message,
): void => {
	const errors = failure.kind === 'problem' ? failure.errors : []
	const isHere = ({ path }: FieldError): boolean => names.includes(fieldOf(path))
	// In reverse, so that the first message of a field stays.
	for (const { path, message } of errors.filter(isHere).toReversed()) {
		setErrors(store, { path: [fieldOf(path)], errors: [message] })
	}
	const elsewhere = errors.filter((error) => !isHere(error)).map(({ message }) => message)
	const whole = [...new Set([unsavedText(failure, fallback), ...elsewhere])].filter(Boolean)
	setErrors(store, { errors: [sentence(whole.join(' '))] })
}

/** Changes fields and clears their errors. Those of the other fields stay. */
export const changeFields = (store: FormStore, part: Input): void => {
	for (const [name, input] of Object.entries(part)) {
		setInput(store, { path: [name], input })
		// Clears the errors of a list's items too.
		reset(store, { path: [name], keepInput: true })
	}
}

export interface Version<Values> {
	readonly values: Values
	/** Undefined for a new record and for a server without etags. */
	readonly etag: string | undefined
}

export interface RecordFormOptions<Values extends object, Body extends Input, Row> {
	/** Storage key from `draftKey`. */
	readonly draft: string
	readonly nameOf: (values: Values) => string
	/** Read on the first render only. */
	readonly initial: Version<Values>
	readonly preset?: Partial<Values>
	/** The contract's schema of the request body, which the server uses too. */
	readonly schema: v.GenericSchema<Input, Body>
	readonly send: (body: Body, options: CallOptions) => Promise<Result<Row, Failure>>
	/** Reads the record again after a conflict; null for a new record. */
	readonly reread: (() => Promise<Result<Version<Values>, Failure>>) | null
	/** Id in the change history, used to name who changed the record. Omit it for a new record. */
	readonly record?: string | undefined
	readonly onSaved: (row: Row) => void
	readonly failed: string
	/** Wraps the error message in a sentence from the specification. */
	readonly failedWith?: (message: string) => string
}

export interface Bound<Value> {
	readonly value: Value
	readonly error: string | undefined
	readonly onValue: (value: Value) => void
}

export interface RecordForm<Values extends object> {
	readonly ref: RefObject<HTMLFormElement | null>
	readonly values: Values
	readonly before: Values
	readonly dirty: boolean
	readonly busy: boolean
	readonly problems: Problems
	readonly restored: boolean
	readonly conflict: Conflict<Version<Values>> | null
	bind<Name extends keyof Values & string>(name: Name): Bound<Values[Name]>
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

/**
 * A record form on Formisch. Validates against the contract's schema on submit, shows server errors at their fields, and
 * keeps unsaved input in session storage. On a conflict it reads the record again and offers both versions.
 */
export const useRecordForm = <Values extends object, Body extends Input, Row>(
	options: RecordFormOptions<Values, Body, Row>,
): RecordForm<Values> => {
	const { draft, initial, preset, send, reread, record, failed } = options
	const store = useForm({
		schema: options.schema,
		initialInput: { ...initial.values },
		// Keep the server's messages of other fields while a field is edited.
		revalidate: 'submit',
	})
	const [stored] = useState(() => {
		const kept = readDraft(draft)
		if (kept || preset)
			setInput(store, { input: { ...initial.values, ...kept?.values, ...preset } })
		return kept
	})
	const [before, setBefore] = useState({ ...initial, ...(stored && { etag: stored.etag }) })
	const [restored, setRestored] = useState(stored !== null)
	const [conflict, setConflict] = useState<Conflict<Version<Values>> | null>(null)
	const [attempts, setAttempts] = useState(0)
	const ref = useRef<HTMLFormElement>(null)
	const settled = useRef(false)
	const gone = useRef(false)
	const keyOf = useIdempotencyKey()
	const values = getInput(store) as Values
	const problems = problemsOf(store)
	const { isDirty: dirty, isSubmitting: busy } = store

	useEffect(() => {
		if (settled.current) return
		const { etag } = before
		if (dirty) keepDraft(draft, { name: options.nameOf(values), values: values as Input, etag })
		else dropDraft(draft)
	})

	useEffect(() => {
		gone.current = false
		return () => {
			gone.current = true
		}
	}, [])

	useEffect(() => {
		if (attempts > 0) ref.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
	}, [attempts])

	const refuse = (failure: Failure): void =>
		showFailure(store, failure, Object.keys(initial.values), failed, options.failedWith)

	const deliver = async (body: Body, etag: string | undefined): Promise<void> => {
		const reply = await send(body, {
			idempotencyKey: keyOf(JSON.stringify([body, etag])),
			...ifMatch(etag),
		})
		if (reply.ok) {
			settled.current = true
			dropDraft(draft)
			// This form was closed meanwhile; do not close the one that replaced it.
			if (gone.current) toast(common.savedAfterAll)
			else options.onSaved(reply.value)
		} else if (reread && [404, 412].some((status) => hasStatus(reply.error, status))) {
			const now = await readConflict(reread, record)
			if (now.ok) setConflict(now.value)
			else refuse(now.error)
		} else refuse(reply.error)
	}

	const submit = (etag: string | undefined): void => {
		if (store.isSubmitting) return
		// Formisch would show the message of an exception as a form error.
		handleSubmit(store, (body) => deliver(body, etag).catch(reportError))()
			.finally(() => setAttempts((count) => count + 1))
			.catch(reportError)
	}

	const change = (part: Partial<Values>): void => {
		// Ignore edits while saving: they are not in the request and would be lost when the form closes.
		if (!store.isSubmitting) changeFields(store, { ...part })
	}

	const resume = (theirs: Version<Values>, how: { readonly keepInput?: true } = {}): void => {
		reset(store, { initialInput: { ...theirs.values }, ...how })
		setBefore(theirs)
		setConflict(null)
	}

	return {
		ref,
		values,
		before: before.values,
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
		submit: () => submit(before.etag),
		keepMine() {
			if (conflict === null) return
			resume(conflict.theirs, { keepInput: true })
			submit(conflict.theirs.etag)
		},
		takeTheirs() {
			if (conflict === null) return
			resume(conflict.theirs)
			setRestored(false)
		},
		discard() {
			settled.current = true
			dropDraft(draft)
		},
	}
}
