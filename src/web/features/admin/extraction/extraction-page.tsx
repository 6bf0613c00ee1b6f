import { useState } from 'react'
import type { ManagedCandidate } from '#contract/manage-candidates.ts'
import type { Result } from '#domain/types.ts'
import type { Failure } from '#http/failure.ts'
import { common } from '#web/texts/admin/common.ts'
import { extraction as texts } from '#web/texts/admin/extraction.ts'
import { Skeletons } from '#web/ui/skeletons.tsx'
import { readCandidate } from '../candidates/read.ts'
import { AdminPage } from '../frame/admin-page.tsx'
import { useRead } from '../lists/use-read.ts'
import { CandidateStep } from './candidate-step.tsx'
import { Stepper } from './stepper.tsx'
import { type Place, stepNamed } from './steps.ts'
import { Wizard } from './wizard.tsx'

const NOBODY: Result<ManagedCandidate | null, Failure> = { ok: true, value: null }
const AT_FIRST = { hasCandidate: false, hasRun: false, hasPolicies: false, isSaved: false }

interface ExtractionPageProps {
	readonly candidateId: string | undefined
	/** As the address names it. */
	readonly step: string | undefined
	/** The id of the extraction that is shown. */
	readonly extraction: string | undefined
	readonly onGo: (place: Place, replace?: boolean) => void
	/** Leads to the dashboard. */
	readonly onLeave: () => void
}

/** The wizard that extracts policies: for the candidate in the address, or for one that is chosen first. */
export const ExtractionPage = (props: ExtractionPageProps) => {
	const { candidateId, step, extraction, onLeave } = props
	const [moved, setMoved] = useState(false)
	const onGo: typeof props.onGo = (place, replace) => {
		setMoved(true)
		props.onGo(place, replace)
	}
	const read = useRead<ManagedCandidate | null>(candidateId ?? '', async () =>
		candidateId === undefined ? NOBODY : readCandidate(candidateId),
	)
	const candidate = read.value
	const waiting = candidateId !== undefined && candidate === null && read.failure === null
	return (
		<AdminPage title={texts.title} about={texts.about}>
			{waiting && <Skeletons label={common.loading} count={2} />}
			{candidate && (
				<Wizard
					key={candidate.id}
					candidate={candidate}
					read={read}
					place={{
						step: stepNamed(step),
						candidateId: candidate.id,
						...(extraction !== undefined && { extraction }),
					}}
					onGo={onGo}
					onLeave={onLeave}
					moved={moved}
				/>
			)}
			{!candidate && !waiting && (
				<>
					<Stepper now="candidate" progress={AT_FIRST} />
					<CandidateStep
						moved={moved}
						candidate={read}
						onChoose={({ id }) => onGo({ candidateId: id, step: 'candidate' })}
					/>
				</>
			)}
		</AdminPage>
	)
}
