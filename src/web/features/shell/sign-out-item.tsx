import { LogOut } from 'lucide-react'

interface SignOutItemProps {
	/** The bar's menu and the settings call it differently, as specified. */
	readonly label: string
	readonly onChoose: () => void
}

/** A menu's line to sign out with. */
export const SignOutItem = ({ label, onChoose }: SignOutItemProps) => (
	<button
		type="button"
		className="flex min-h-12 w-full items-center gap-3 rounded-field px-4 font-medium hover:bg-base-200"
		onClick={onChoose}
	>
		<LogOut aria-hidden="true" className="size-5" />
		<span>{label}</span>
	</button>
)
