import type { ReactNode } from 'react'
import { Dialog } from '#web/ui/dialog.tsx'
import type { Described } from './conflict-view.tsx'
import { LeaveQuestion, useLeaveGuard } from './leave-guard.tsx'
import { RecordFormView } from './record-form.tsx'
import type { RecordForm } from './use-record-form.ts'

/** As wide as a form with two columns. */
export const WIDE = 'max-w-2xl'

interface RecordDialogProps<Values extends object> {
	readonly title: string
	readonly form: RecordForm<Values>
	readonly describe: (values: Values) => readonly Described[]
	/** Whether all messages stand in one alert as well, besides those at the fields. */
	readonly together?: boolean
	/** Whether there is anything to save yet. */
	readonly ready?: boolean
	readonly onClose: () => void
	/** The fields. */
	readonly children: ReactNode
}

/** The form of a record in a dialog. It asks before what is not saved is lost. */
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
