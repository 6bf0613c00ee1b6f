import { knowledgeTest } from '#web/texts/admin/knowledge-test.ts'
import { sizeText } from '#web/ui/sizes.ts'
import type { Direction } from './place.ts'
import { useExport } from './use-export.ts'

const texts = knowledgeTest.everything

interface ExportEverythingProps {
	readonly direction: Direction
	/** Whether there is nothing to export. */
	readonly disabled: boolean
}

/** Saves all feedback as one file, as it comes from the server. */
export const ExportEverything = ({ direction, disabled }: ExportEverythingProps) => {
	const { bytes, said, run, cancel } = useExport()
	const busy = bytes !== null
	return (
		<>
			<button
				type="button"
				className="btn tabular-nums"
				aria-disabled={busy || disabled}
				onClick={() => {
					if (!busy && !disabled) run(direction)
				}}
			>
				{busy ? texts.exporting(sizeText(bytes)) : texts.export}
			</button>
			{busy && (
				<button type="button" className="btn btn-ghost" onClick={cancel}>
					{texts.cancel}
				</button>
			)}
			<p role="status" className="basis-full text-sm empty:hidden">
				{said?.good && said.text}
			</p>
			<p role="alert" className="basis-full text-sm font-medium text-error empty:hidden">
				{said && !said.good && said.text}
			</p>
		</>
	)
}
