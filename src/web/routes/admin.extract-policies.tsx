import { createFileRoute, useParams } from '@tanstack/react-router'
import { textParams } from '#web/app/search.ts'
import { ExtractionPage } from '#web/features/admin/extraction/extraction-page.tsx'
import { useWhileHere } from '#web/ui/address.ts'

export interface ExtractionSearch {
	/** Step of the wizard; the first by default. */
	readonly step?: string
	readonly extraction?: string
}

/** Parent route: keeps the page mounted while the candidate in the URL changes. */
export const Route = createFileRoute('/admin/extract-policies')({
	validateSearch: (raw: Record<string, unknown>): ExtractionSearch =>
		textParams(raw, 'step', 'extraction'),
	component: ExtractPolicies,
})

function ExtractPolicies() {
	const { step, extraction } = Route.useSearch()
	const { candidateId } = useParams({ strict: false })
	const navigate = useWhileHere(Route.useNavigate())
	return (
		<ExtractionPage
			candidateId={candidateId}
			step={step}
			extraction={extraction}
			onGo={({ candidateId: id = '', step: next, extraction: shown }, replace = false) => {
				navigate({
					to: '/admin/extract-policies/$candidateId',
					params: { candidateId: id },
					search: {
						...(next !== 'candidate' && { step: next }),
						...(shown !== undefined && { extraction: shown }),
					},
					replace,
				}).catch(reportError)
			}}
			onLeave={() => {
				navigate({ to: '/admin' }).catch(reportError)
			}}
		/>
	)
}
