import { createFileRoute } from '@tanstack/react-router'
import { isSet, textParam } from '#web/app/search.ts'
import { filterOf, type HistorySearch } from '#web/features/admin/history/api.ts'
import { HistoryPage } from '#web/features/admin/history/history-page.tsx'
import { useWhileHere } from '#web/ui/address.ts'

const DAY = /^\d{4}-\d{2}-\d{2}$/

const day = (value: unknown): string | undefined => {
	const text = textParam(value)
	return text !== undefined && DAY.test(text) ? text : undefined
}

export const Route = createFileRoute('/admin/history')({
	validateSearch: (asked: Record<string, unknown>): HistorySearch => {
		const [search, target] = [textParam(asked.search), textParam(asked.target)]
		// The page checks this value against the server's list of nouns.
		const noun = textParam(asked.noun)
		const [from, to] = [day(asked.from), day(asked.to)]
		return {
			...(search !== undefined && { search }),
			...(noun !== undefined && { noun }),
			...(target !== undefined && { target }),
			...(asked.by === 'everybody' && { by: 'everybody' as const }),
			...(isSet(asked.deleted) && { deleted: 'true' as const }),
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
