import type { FormEvent, ReactNode } from 'react'
import { common } from '#web/texts/admin/common.ts'
import { ConflictView, type Described } from './conflict-view.tsx'
import type { Problems } from './problems.ts'
import type { RecordForm } from './use-record-form.ts'

const BOX = 'rounded-field border border-error bg-error/10 px-4 py-3 font-medium text-error'

/** All that is wrong, in one alert. */
const AllProblems = ({
	problems,
	together,
}: {
	readonly problems: Problems
	readonly together: boolean
}) => {
	const listed = together ? problems.all : []
	if (listed.length === 0 && problems.whole === null) return null
	return (
		<div role="alert" className={BOX}>
			{problems.whole && <p>{problems.whole}</p>}
			{listed.length > 0 && (
				<>
					<p>{common.several}</p>
					<ul className="mt-1 list-disc ps-5">
						{listed.map((message) => (
							<li key={message}>{message}</li>
						))}
					</ul>
				</>
			)}
		</div>
	)
}

interface RecordFormViewProps<Values extends object> {
	readonly form: RecordForm<Values>
	/** The record's fields in words, in a fixed order: both versions of a conflict are shown by it. */
	readonly describe: (values: Values) => readonly Described[]
	/** Whether all messages stand in one alert as well, besides those at the fields. */
	readonly together?: boolean
	readonly onCancel?: () => void
	/** Whether there is anything to save yet; pressed before, the button says what is missing. */
	readonly ready?: boolean
	/** What the button says that saves; "Save" where nothing else is said. */
	readonly saveLabel?: string
	/** What it says meanwhile; "Saving…" where nothing else is said. */
	readonly savingLabel?: string
	/** The fields. */
	readonly children: ReactNode
}

/** A record's form with all that may come of it: what is wrong, what was restored, and somebody else's version. */
export const RecordFormView = <Values extends object>({
	form,
	describe,
	together = false,
	onCancel,
	ready = true,
	saveLabel = common.save,
	savingLabel = common.saving,
	children,
}: RecordFormViewProps<Values>) => {
	if (form.conflict)
		return <ConflictView form={form} theirs={form.conflict.values} describe={describe} />
	const submit = (event: FormEvent): void => {
		event.preventDefault()
		// A form inside another one's dialog is its own.
		event.stopPropagation()
		form.submit()
	}
	return (
		<form
			ref={form.ref}
			noValidate
			aria-busy={form.busy}
			onSubmit={submit}
			className="mt-4 grid gap-4"
		>
			{form.restored && form.dirty && (
				<p role="status" className="rounded-field bg-base-200 px-4 py-3">
					{common.drafts.restored}
				</p>
			)}
			<AllProblems problems={form.problems} together={together} />
			{children}
			<div className="mt-2 flex flex-wrap justify-end gap-3">
				{onCancel && (
					<button type="button" className="btn" aria-disabled={form.busy} onClick={onCancel}>
						{common.cancel}
					</button>
				)}
				<button
					type="submit"
					className="btn btn-primary min-w-28"
					aria-disabled={form.busy || !ready}
				>
					{form.busy ? savingLabel : saveLabel}
				</button>
			</div>
		</form>
	)
}
