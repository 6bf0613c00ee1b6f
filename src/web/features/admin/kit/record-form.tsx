import type { FormEvent, ReactNode } from 'react'
import { common } from '#web/texts/en/admin/common.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { LeaveQuestion, useLeaveGuard } from './drafts.tsx'
import type { Problems, RecordForm } from './use-record-form.ts'

/** A field as text, for comparing two versions of a record. */
export interface Described {
	readonly label: string
	readonly text: string
}

const CELL = 'w-1/2 px-3 pb-3 align-top wrap-anywhere'

interface RowsProps {
	readonly mine: readonly Described[]
	readonly theirs: readonly Described[]
}

const Rows = ({ mine, theirs }: RowsProps) =>
	mine.map(({ label, text }, index) => {
		const other = theirs[index]?.text ?? ''
		const differs = other !== text
		const look = differs ? 'font-semibold' : 'text-muted'
		return (
			<tbody key={label} className={`border-t border-base-300 ${differs ? 'bg-warning/15' : ''}`}>
				<tr>
					<th scope="rowgroup" colSpan={2} className="px-3 pt-2 pb-1 text-start font-medium">
						<span>{label}</span>
						{differs && (
							<span className="ms-2 font-semibold text-warning">{common.conflict.differs}</span>
						)}
					</th>
				</tr>
				<tr>
					<td className={`${CELL} ${look}`}>{text || common.conflict.empty}</td>
					<td className={`${CELL} ${look}`}>{other || common.conflict.empty}</td>
				</tr>
			</tbody>
		)
	})

interface ConflictViewProps<Values extends object> {
	readonly form: RecordForm<Values>
	readonly theirs: Values
	readonly describe: (values: Values) => readonly Described[]
}

const ConflictView = <Values extends object>({
	form,
	theirs,
	describe,
}: ConflictViewProps<Values>) => (
	<div className="mt-4 grid gap-4">
		<div role="alert" className="rounded-field border border-warning bg-warning/15 px-4 py-3">
			<p className="font-semibold">{common.conflict.title}</p>
			{form.conflict?.by && <p className="mt-1 wrap-anywhere">{form.conflict.by}</p>}
			<p className="mt-1">{common.conflict.why}</p>
		</div>
		<table className="w-full table-fixed rounded-field border border-base-300 text-sm">
			<thead>
				<tr>
					<th scope="col" className="px-3 py-2 text-start">
						{common.conflict.mine}
					</th>
					<th scope="col" className="px-3 py-2 text-start">
						{common.conflict.theirs}
					</th>
				</tr>
			</thead>
			<Rows mine={describe(form.values)} theirs={describe(theirs)} />
		</table>
		<div className="grid gap-3 sm:grid-cols-2">
			<button type="button" className="btn btn-primary" onClick={form.keepMine}>
				{common.conflict.keepMine}
			</button>
			<button type="button" className="btn" onClick={form.takeTheirs}>
				{common.conflict.takeTheirs}
			</button>
		</div>
	</div>
)

const BOX = 'rounded-field border border-error bg-error/10 px-4 py-3 font-medium text-error'

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
	readonly describe: (values: Values) => readonly Described[]
	/** True to list all field errors in one alert as well. */
	readonly together?: boolean
	readonly onCancel?: () => void
	/** False if required input is missing; a click then shows what is missing. */
	readonly ready?: boolean
	readonly saveLabel?: string
	readonly savingLabel?: string
	readonly children: ReactNode
}

/** A record's form with its errors, the restored-draft notice, and conflict resolution. */
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
		// This form may be nested in another form's dialog.
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

/** Width of a two-column form. */
export const WIDE = 'max-w-2xl'

interface RecordDialogProps<Values extends object> {
	readonly title: string
	readonly form: RecordForm<Values>
	readonly describe: (values: Values) => readonly Described[]
	readonly together?: boolean
	readonly ready?: boolean
	readonly onClose: () => void
	readonly children: ReactNode
}

/** A record's form in a dialog. Asks before unsaved changes are lost. */
export const RecordDialog = <Values extends object>({
	title,
	form,
	onClose,
	...view
}: RecordDialogProps<Values>) => {
	const guard = useLeaveGuard(form, onClose, form.discard)
	return (
		<Dialog title={title} onClose={guard.close} className={WIDE}>
			<RecordFormView {...view} form={form} onCancel={guard.close} />
			<LeaveQuestion guard={guard} />
		</Dialog>
	)
}
