import { common } from '#web/texts/admin/common.ts'
import { knowledgeTest as texts } from '#web/texts/admin/knowledge-test.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { WIDE } from '../forms/record-dialog.tsx'
import { Analytics } from './analytics.tsx'

interface AnalyticsDialogProps {
	/** Of the test configuration. */
	readonly id: string
	readonly onClose: () => void
}

/** The analytics of a test configuration. */
export const AnalyticsDialog = ({ id, onClose }: AnalyticsDialogProps) => (
	<Dialog title={texts.analyticsTitle} onClose={onClose} className={WIDE}>
		<Analytics id={id} />
		<div className="mt-6 flex justify-end">
			<button type="button" className="btn btn-primary" onClick={onClose}>
				{common.close}
			</button>
		</div>
	</Dialog>
)
