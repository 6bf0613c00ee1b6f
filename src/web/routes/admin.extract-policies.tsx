import { createFileRoute, useParams } from '@tanstack/react-router'
import { textParam } from '#web/app/search.ts'
import { ExtractionPage } from '#web/features/admin/extraction/extraction-page.tsx'

export interface ExtractionSearch {
	/** The wizard's step; the first where it is left out. */
	readonly step?: string
	/** The id of the extraction that is shown. */
	readonly extraction?: string
}

/** The page stays while the candidate in its address changes, which is why it stands here and not below. */
export const Route = createFileRoute('/admin/extract-policies')({
	validateSearch: (raw: Record<string, unknown>): ExtractionSearch => {
		const step = textParam(raw.step)
		const extraction = textParam(raw.extraction)
		return {
			...(step !== undefined && { step }),
			...(extraction !== undefined && { extraction }),
		}
	},
	component: ExtractPolicies,
})

function ExtractPolicies() {
	const { step, extraction } = Route.useSearch()
	const { candidateId } = useParams({ strict: false })
	const navigate = Route.useNavigate()
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
