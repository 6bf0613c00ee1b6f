import type { FormEvent, ReactNode } from 'react'
import { common } from '#web/texts/en/admin/common.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { ConflictView, type Described } from './conflict.tsx'
import { LeaveQuestion, useLeaveGuard } from './leave-guard.tsx'
import type { Problems, RecordForm } from './use-record-form.ts'

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
	readonly together?: boolean
	readonly onCancel?: () => void
	/** False if required input is missing; a click then shows what is missing. */
	readonly ready?: boolean
	readonly saveLabel?: string
	readonly savingLabel?: string
	readonly children: ReactNode
}

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
	if (form.conflict) {
		return (
			<ConflictView
				by={form.conflict.by}
				mine={describe(form.values)}
				theirs={describe(form.conflict.theirs.values)}
				onKeepMine={form.keepMine}
				onTakeTheirs={form.takeTheirs}
			/>
		)
	}
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
