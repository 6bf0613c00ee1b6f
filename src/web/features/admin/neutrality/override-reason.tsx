import { extraction } from '#web/texts/admin/extraction.ts'
import { TextArea } from '../forms/fields.tsx'
import type { Bound } from '../forms/use-record-form.ts'

const texts = extraction.review

interface OverrideReasonProps {
	/** Words of the statement that name someone. */
	readonly names: readonly string[]
	readonly bound: Bound<string>
}

/** Asks why a statement that names a candidate or a party may be validated. */
export const OverrideReason = ({ names, bound }: OverrideReasonProps) => (
	<div className="rounded-field border border-warning bg-warning/15 px-4 py-3">
		<TextArea
			label={texts.reason}
			hint={
				names.length === 0
					? texts.reasonKept
					: texts.reasonHint(names.map((words) => `“${words}”`).join(', '))
			}
			bound={bound}
		/>
	</div>
)
