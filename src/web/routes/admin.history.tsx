import { createFileRoute } from '@tanstack/react-router'
import { isSet, textParam, textParams } from '#web/app/search.ts'
import { filterOf, type HistorySearch } from '#web/features/admin/history/api.ts'
import { HistoryPage } from '#web/features/admin/history/history-page.tsx'
import { useWhileHere } from '#web/ui/address.ts'

const DAY = /^\d{4}-\d{2}-\d{2}$/

const day = (value: unknown): string | undefined => {
	const text = textParam(value)
	return text !== undefined && DAY.test(text) ? text : undefined
}

export const Route = createFileRoute('/admin/history')({
	validateSearch: (raw: Record<string, unknown>): HistorySearch => {
		const [from, to] = [day(raw.from), day(raw.to)]
		return {
			// The page checks the noun against the server's list.
			...textParams(raw, 'search', 'noun', 'target'),
			...(raw.by === 'everybody' && { by: 'everybody' as const }),
			...(isSet(raw.deleted) && { deleted: 'true' as const }),
			...(from !== undefined && { from }),
			...(to !== undefined && { to }),
		}
	},
	staticData: { header: 'admin' },
	component: History,
})

function History() {
	const filter = filterOf(Route.useSearch())
	const navigate = useWhileHere(Route.useNavigate())
	return (
		<HistoryPage
			filter={filter}
			onFilter={(next) => {
				navigate({ search: next, replace: true, resetScroll: false }).catch(reportError)
			}}
		/>
	)
}
