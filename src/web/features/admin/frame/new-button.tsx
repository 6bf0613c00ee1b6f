import { Plus } from 'lucide-react'

interface NewButtonProps {
	/** What is made: "New election". */
	readonly label: string
	readonly onNew: () => void
}

/** Opens the form for a new record, beside a page's title. */
export const NewButton = ({ label, onNew }: NewButtonProps) => (
	<button type="button" className="btn btn-primary" onClick={onNew}>
		<Plus aria-hidden="true" className="size-5 shrink-0" />
		<span>{label}</span>
	</button>
)
