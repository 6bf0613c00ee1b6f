import { common } from '#web/texts/admin/common.ts'
import { extraction } from '#web/texts/admin/extraction.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { CloseButton } from '../forms/close-button.tsx'
import { Switch } from '../switch.tsx'

const texts = extraction.keys

interface KeysDialogProps {
	readonly on: boolean
	readonly onSwitch: () => void
	readonly onClose: () => void
}

/** The review's keys, and the switch for whoever does not want them. */
export const KeysDialog = ({ on, onSwitch, onClose }: KeysDialogProps) => (
	<Dialog title={texts.title} onClose={onClose}>
		<CloseButton onClose={onClose} />
		<p className="mt-2 text-muted">{texts.why}</p>
		<dl className="mt-4 grid grid-cols-[auto_1fr] items-baseline gap-x-4 gap-y-2">
			{texts.list.map(([key, meaning]) => (
				<div key={key} className="contents">
					<dt className="rounded-field border border-base-300 bg-base-200 px-2 py-0.5 text-sm font-semibold">
						{key}
					</dt>
					<dd>{meaning}</dd>
				</div>
			))}
		</dl>
		<div className="mt-4 flex flex-wrap items-center justify-between gap-3">
			<Switch name={texts.on} label={texts.on} on={on} onSwitch={onSwitch} />
			<button type="button" className="btn btn-primary" onClick={onClose}>
				{common.close}
			</button>
		</div>
	</Dialog>
)
