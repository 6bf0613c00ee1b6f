import { History } from 'lucide-react'
import { common } from '#web/texts/admin/common.ts'
import { PathLink } from './path-link.tsx'

/** The way to what was changed of a record. */
export const HistoryLink = ({ id, name }: { readonly id: string; readonly name: string }) => (
	<PathLink
		href={`/admin/history?target=${encodeURIComponent(id)}`}
		label={common.of(common.history, name)}
		className="btn btn-ghost"
	>
		<History aria-hidden="true" className="size-5 shrink-0" />
		<span>{common.history}</span>
	</PathLink>
)
