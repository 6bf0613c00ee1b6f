import { ExternalLink } from 'lucide-react'
import { useEffect, useId, useState } from 'react'
import type { ManagedCandidate } from '#contract/manage-candidates.ts'
import { candidates as candidateTexts } from '#web/texts/admin/candidates.ts'
import { common } from '#web/texts/admin/common.ts'
import { extraction } from '#web/texts/admin/extraction.ts'
import { Face } from '#web/ui/face.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Skeletons } from '#web/ui/skeletons.tsx'
import { findCandidates } from '../candidates/read.ts'
import { hasStatus } from '../faults.ts'
import { Picker } from '../forms/picker.tsx'
import { ReadFailed } from '../lists/list-frame.tsx'
import { type Read, useRead } from '../lists/use-read.ts'
import { OpenExtractions } from './open-extractions.tsx'
import { StepFrame } from './step-frame.tsx'

const texts = extraction.candidate

/** A window of its own, which has the sign-in of this one also where that ends with the tab. */
const openCandidates = (): void => void window.open('/admin/candidates', '_blank')

const AddCandidates = ({ look = '' }: { readonly look?: string }) => (
	<button type="button" className={`btn ${look}`} onClick={openCandidates}>
		<ExternalLink aria-hidden="true" className="size-5 shrink-0" />
		<span>{texts.add}</span>
		<span className="sr-only">{`(${texts.newWindow})`}</span>
	</button>
)

const Chosen = ({ candidate }: { readonly candidate: ManagedCandidate }) => {
	const { name, party, logo, policyCount } = candidate
	const facts = [party, policyCount === null ? null : texts.known(policyCount)]
	return (
		<section
			aria-label={texts.chosen}
			className="mt-5 flex items-center gap-4 rounded-box border border-primary bg-primary/5 p-4"
		>
			<Face key={logo} name={name} logo={logo} className="size-14 text-lg" />
			<div className="min-w-0">
				<h3 className="text-lg leading-snug font-semibold wrap-anywhere">{name}</h3>
				<p className="text-sm text-muted wrap-anywhere">{facts.filter(Boolean).join(' · ')}</p>
			</div>
		</section>
	)
}

/** Whether there is any candidate at all, looked at again whenever somebody comes back from making one. */
const useAnyCandidate = () => {
	const read = useRead('any-candidate', (signal) => findCandidates('', signal))
	const { reload } = read
	useEffect(() => {
		addEventListener('focus', reload)
		return () => removeEventListener('focus', reload)
	}, [reload])
	return read
}

interface CandidateStepProps {
	/** Whether somebody has come to it within the wizard, and not by opening the page. */
	readonly moved: boolean
	/** The chosen one; its value is null where none is. */
	readonly candidate: Read<ManagedCandidate | null>
	readonly onChoose: (candidate: ManagedCandidate) => void
	/** Left out as long as nobody is chosen. */
	readonly onNext?: () => void
	/** Goes on with an extraction that was begun before. */
	readonly onGoOn?: (extractionId: string, running: boolean) => void
}

const Choice = (props: CandidateStepProps) => {
	const { candidate, onChoose, onGoOn } = props
	const { value, failure, reload } = candidate
	const missing = hasStatus(failure, 404) || hasStatus(failure, 400)
	return (
		<>
			<div className="flex flex-wrap items-end gap-3">
				<div className="min-w-0 flex-1 basis-64">
					<Picker
						label={texts.label}
						placeholder={texts.placeholder}
						find={findCandidates}
						failed={texts.failed}
						keyOf={({ id }) => id}
						textOf={({ name }) => name}
						detailOf={({ party, policyCount }) =>
							[party, policyCount === null ? null : candidateTexts.policies(policyCount)]
								.filter(Boolean)
								.join(' · ')
						}
						chosen={value?.name ?? ''}
						onPick={onChoose}
					/>
				</div>
				<AddCandidates />
			</div>
			{missing && (
				<p role="alert" className="mt-4 font-medium text-error">
					{texts.missing}
				</p>
			)}
			{failure && !missing && (
				<ReadFailed failure={failure} failed={texts.detailsFailed} onRetry={reload} />
			)}
			{value && <Chosen candidate={value} />}
			{value && onGoOn && <OpenExtractions candidateId={value.id} onGoOn={onGoOn} />}
		</>
	)
}

/** The first step: whose policies are extracted. */
export const CandidateStep = (props: CandidateStepProps) => {
	const { candidate, moved, onNext } = props
	const id = useId()
	const any = useAnyCandidate()
	const [asked, setAsked] = useState(false)
	const chosen = candidate.value !== null && candidate.failure === null && onNext !== undefined
	const none = any.value?.rows.length === 0
	return (
		<StepFrame
			step="candidate"
			moved={moved}
			why={texts.why}
			next={
				<div className="flex flex-wrap items-center justify-end gap-3">
					<p id={id} role="alert" className="font-medium text-error empty:hidden">
						{asked && !chosen && texts.choose}
					</p>
					<button
						type="button"
						className="btn btn-primary min-w-28"
						aria-disabled={!chosen}
						aria-describedby={id}
						onClick={() => (chosen ? onNext() : setAsked(true))}
					>
						{extraction.next}
					</button>
				</div>
			}
		>
			{any.failure && !any.value && (
				<ReadFailed failure={any.failure} failed={texts.failed} onRetry={any.reload} />
			)}
			{!any.value && !any.failure && <Skeletons label={common.loading} count={2} />}
			{none && (
				<Notice title={texts.none} text={texts.noneWhy}>
					<AddCandidates look="btn-primary" />
				</Notice>
			)}
			{any.value && !none && <Choice {...props} />}
		</StepFrame>
	)
}
