import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { ManagedCandidate } from '#contract/admin/candidates.ts'
import { common } from '#web/texts/en/admin/common.ts'
import { extraction as texts } from '#web/texts/en/admin/extraction.ts'
import { Notice, Skeletons } from '#web/ui/notice.tsx'
import { readCandidate } from '../candidates/api.ts'
import { useNames } from '../kit/neutrality.tsx'
import { AdminPage } from '../kit/page.tsx'
import { failureOf, unwrap } from '../kit/queries.ts'
import { CandidateStep } from './candidate-step.tsx'
import { CompleteStep } from './complete-step.tsx'
import { ExtractStep } from './extract-step.tsx'
import { ReviewStep } from './review-step.tsx'
import { isGone } from './run-extraction.ts'
import { SourceStep } from './source-step.tsx'
import { Stepper } from './step-frame.tsx'
import { type Place, type Step, stepNamed, useWizard } from './steps.ts'

const wizardTexts = texts.review

interface WizardProps {
	readonly candidate: ManagedCandidate
	readonly query: UseQueryResult<ManagedCandidate | null>
	readonly place: Place
	readonly onGo: (place: Place, replace?: boolean) => void
	readonly onLeave: () => void
	readonly moved: boolean
}

type Wizard = ReturnType<typeof useWizard>

const GoneNotice = ({ onStartOver }: { readonly onStartOver: () => void }) => (
	<Notice title={wizardTexts.gone} text={wizardTexts.goneWhy}>
		<button type="button" className="btn btn-primary" onClick={onStartOver}>
			{wizardTexts.startOver}
		</button>
	</Notice>
)

const NoReview = ({ wizard }: { readonly wizard: Wizard }) => {
	const { state, go } = wizard
	const ends = state?.kind === 'failed' || state?.kind === 'cancelled' || state?.kind === 'ended'
	const runs = state?.kind === 'running' && state.extraction !== null
	useEffect(() => {
		if (runs || (ends && !isGone(state))) {
			go('extract', undefined, true)
		}
	})
	if (state === null || isGone(state)) return <GoneNotice onStartOver={() => go('source')} />
	return (
		<>
			<Skeletons label={common.loading} count={4} />
			<p role="alert" className="mt-4 font-medium empty:hidden">
				{state.kind === 'running' && state.lost && texts.extract.lost}
			</p>
		</>
	)
}

const stepOf = (asked: Step, { saved }: Wizard): Step => {
	if (saved === null) return asked === 'complete' ? 'candidate' : asked
	return asked === 'extract' || asked === 'review' ? 'complete' : asked
}

const Wizard = (props: WizardProps) => {
	const { candidate, query, place, onGo, onLeave, moved } = props
	const wizard = useWizard({ candidate, place, onGo })
	const { source, state, start, keeper, saved, go } = wizard
	const step = stepOf(place.step, wizard)
	const known = useNames(candidate)
	const progress = {
		hasCandidate: true,
		hasRun: wizard.hasRun,
		hasPolicies: start !== null,
		isSaved: saved !== null,
	}
	return (
		<>
			<Stepper
				now={step}
				progress={progress}
				onGo={(next) => (saved === null ? go(next) : wizard.more(next))}
			/>
			{step === 'candidate' && (
				<CandidateStep
					moved={moved}
					candidate={query}
					onChoose={({ id }) => onGo({ candidateId: id, step: 'candidate' })}
					onNext={() => go('source')}
					onGoOn={(id, running) => go(running ? 'extract' : 'review', id)}
				/>
			)}
			{step === 'source' && (
				<SourceStep
					source={source}
					website={candidate.website}
					onChange={wizard.changeSource}
					onBack={() => go('candidate')}
					onNext={wizard.extract}
				/>
			)}
			{step === 'extract' && isGone(state) && <GoneNotice onStartOver={() => go('source')} />}
			{step === 'extract' && !isGone(state) && (
				<ExtractStep
					state={state}
					onCancel={wizard.cancel}
					onAgain={wizard.again}
					onManual={wizard.writeByHand}
					onReview={() => go('review')}
					onBack={() => go('source')}
				/>
			)}
			{step === 'review' &&
				(start && keeper && place.extraction !== undefined ? (
					<ReviewStep
						key={place.extraction}
						extractionId={place.extraction}
						start={start}
						keeper={keeper}
						name={candidate.name}
						known={known}
						onBack={() => go(wizard.hasRun ? 'extract' : 'source')}
						onSaved={wizard.save}
					/>
				) : (
					<NoReview wizard={wizard} />
				))}
			{step === 'complete' && saved && (
				<CompleteStep
					saved={saved}
					candidate={candidate}
					onMore={() => wizard.more('source')}
					onLeave={onLeave}
				/>
			)}
		</>
	)
}

const AT_FIRST = { hasCandidate: false, hasRun: false, hasPolicies: false, isSaved: false }

interface ExtractionPageProps {
	readonly candidateId: string | undefined
	readonly step: string | undefined
	readonly extraction: string | undefined
	readonly onGo: (place: Place, replace?: boolean) => void
	readonly onLeave: () => void
}

/** Wizard for extracting policies of the candidate in the URL, or of one chosen in the first step. */
export const ExtractionPage = (props: ExtractionPageProps) => {
	const { candidateId, step, extraction, onLeave } = props
	const [moved, setMoved] = useState(false)
	const onGo: typeof props.onGo = (place, replace) => {
		setMoved(true)
		props.onGo(place, replace)
	}
	const query = useQuery({
		queryKey: ['candidates', candidateId ?? null],
		queryFn: async () => (candidateId === undefined ? null : unwrap(readCandidate(candidateId))),
	})
	const candidate = query.data
	const waiting = candidateId !== undefined && !candidate && failureOf(query) === null
	return (
		<AdminPage title={texts.title} about={texts.about}>
			{waiting && <Skeletons label={common.loading} count={2} />}
			{candidate && (
				<Wizard
					key={candidate.id}
					candidate={candidate}
					query={query}
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
						candidate={query}
						onChoose={({ id }) => onGo({ candidateId: id, step: 'candidate' })}
					/>
				</>
			)}
		</AdminPage>
	)
}
