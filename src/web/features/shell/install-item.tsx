import { Download } from 'lucide-react'
import { installing } from '#web/texts/installing.ts'
import { InstallButton } from '#web/ui/install-button.tsx'

/** Installing the app, as a line of the phone's menu; nothing where it cannot be done. */
export const InstallItem = ({ onChoose }: { readonly onChoose: () => void }) => (
	<InstallButton
		className="flex min-h-12 w-full items-center gap-3 rounded-field px-4 font-medium hover:bg-base-200"
		onPress={onChoose}
	>
		<Download aria-hidden="true" className="size-5" />
		<span>{installing.installApp}</span>
	</InstallButton>
)
