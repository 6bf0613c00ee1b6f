import { X } from 'lucide-react'
import { common } from '#web/texts/admin/common.ts'

/** Closes the dialog in whose corner it stands. */
export const CloseButton = ({ onClose }: { readonly onClose: () => void }) => (
	<button
		type="button"
		aria-label={common.close}
		className="absolute end-3 top-3 grid size-12 place-items-center rounded-field text-muted hover:bg-base-200 hover:text-base-content"
		onClick={onClose}
	>
		<X aria-hidden="true" className="size-5" />
	</button>
)
