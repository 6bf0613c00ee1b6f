import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { ExternalLink } from 'lucide-react'
import { useEffect, useId, useState } from 'react'
import type { ManagedCandidate } from '#contract/admin/candidates.ts'
import type { Extraction } from '#contract/admin/extraction.ts'
import { candidates as candidateTexts } from '#web/texts/en/admin/candidates.ts'
import { common } from '#web/texts/en/admin/common.ts'
import { extraction } from '#web/texts/en/admin/extraction.ts'
import { CandidateAvatar } from '#web/ui/candidate-avatar.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { minuteText } from '#web/ui/format.ts'
import { Notice, Skeletons } from '#web/ui/notice.tsx'
import { toast } from '#web/ui/toast.ts'
import { findCandidates } from '../candidates/api.ts'
import { Picker } from '../kit/combobox.tsx'
import { errorText, hasStatus } from '../kit/errors.ts'
import { ReadFailed } from '../kit/list.tsx'
import { failureOf, invalidate, unwrap } from '../kit/queries.ts'
import { cancelExtraction, openExtractions } from './api.ts'
import { reviewKeeper } from './saved-review.ts'
import { StepFrame } from './step-frame.tsx'

const texts = extraction.candidate
const openTexts = extraction.open

const stateOf = ({ status, policyCount }: Extraction): string => {
	if (status === 'RUNNING') return openTexts.running
	return policyCount > 0 ? openTexts.waiting(policyCount) : openTexts.bad
}

interface LineProps {
	readonly open: Extraction
	readonly now: number
	readonly onGoOn: () => void
	readonly onDiscard: () => void
}

const Line = ({ open, now, onGoOn, onDiscard }: LineProps) => {
	const name = open.title ?? open.source
	return (
		<li className="flex flex-wrap items-center gap-x-3 gap-y-1 border-t border-base-300 py-3">
			<span className="min-w-0 flex-1 basis-56">
				<span className="line-clamp-2 font-medium wrap-anywhere">{name}</span>
				<span className="block text-sm text-muted wrap-anywhere">
					{`${stateOf(open)} · ${minuteText(Date.parse(open.createdAt), now)}`}
				</span>
			</span>
			<button
				type="button"
				className="btn btn-primary"
				aria-label={common.of(openTexts.goOn, name)}
				onClick={onGoOn}
			>
				{openTexts.goOn}
			</button>
			<button
				type="button"
				className="btn btn-ghost"
				aria-label={common.of(openTexts.discard, name)}
				onClick={onDiscard}
			>
				{openTexts.discard}
			</button>
		</li>
	)
}

interface DiscardProps {
	readonly open: Extraction
	readonly onGone: () => void
	readonly onClose: () => void
}

const Discard = ({ open, onGone, onClose }: DiscardProps) => {
	const [busy, setBusy] = useState(false)
	const [error, setError] = useState('')
	const act = async (): Promise<void> => {
		setBusy(true)
		const reply = await cancelExtraction(open.id)
		setBusy(false)
		// 404: another tab or administrator already discarded it.
		if (!reply.ok && !hasStatus(reply.error, 404)) {
			return setError(`${openTexts.discardFailed} ${errorText(reply.error, '')}`)
		}
		reviewKeeper(open.id).drop()
		toast(openTexts.discarded, 'good')
		onGone()
	}
	return (
		<Dialog title={openTexts.discardTitle} onClose={onClose}>
			<p className="mt-3 wrap-anywhere">{open.title ?? open.source}</p>
			<p className="mt-2 text-muted">{openTexts.discardWhy}</p>
			<p role="alert" className="mt-3 font-medium text-error empty:hidden">
				{error}
			</p>
			<div className="mt-5 grid gap-3 sm:grid-cols-2">
				<button type="button" className="btn" onClick={onClose}>
					{openTexts.keep}
				</button>
				<button
					type="button"
					className="btn btn-error"
					aria-disabled={busy}
					onClick={() => {
						if (!busy) act().catch(reportError)
					}}
				>
					{openTexts.discard}
				</button>
			</div>
		</Dialog>
	)
}

interface OpenExtractionsProps {
	readonly candidateId: string
	readonly onGoOn: (extractionId: string, running: boolean) => void
}

const OpenExtractions = ({ candidateId, onGoOn }: OpenExtractionsProps) => {
	const [now] = useState(Date.now)
	const [asked, setAsked] = useState<Extraction | null>(null)
	const query = useQuery({
		queryKey: ['extractions', 'open', candidateId],
		queryFn: ({ signal }) => unwrap(openExtractions(candidateId, signal)),
	})
	const { data, refetch } = query
	const failure = failureOf(query)
	return (
		<>
			{failure && (
				<div role="alert" className="mt-5 flex flex-wrap items-center gap-3">
					<p className="text-error">{errorText(failure, openTexts.failed)}</p>
					<button type="button" className="btn" onClick={() => void refetch()}>
						{common.retry}
					</button>
				</div>
			)}
			{data && data.length > 0 && (
				<section className="mt-5 rounded-box border border-warning bg-base-200 px-4 pt-3">
					<h3 className="pb-2 font-semibold">{openTexts.title}</h3>
					<ul>
						{data.map((open) => (
							<Line
								key={open.id}
								open={open}
								now={now}
								onGoOn={() => onGoOn(open.id, open.status === 'RUNNING' || open.policyCount === 0)}
								onDiscard={() => setAsked(open)}
							/>
						))}
					</ul>
				</section>
			)}
			{asked && (
				<Discard
					open={asked}
					onClose={() => setAsked(null)}
					onGone={() => {
						setAsked(null)
						invalidate('extractions')
					}}
				/>
			)}
		</>
	)
}

/** `window.open` copies session storage to the new window, which keeps a non-remembered sign-in. A link would not. */
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
			<CandidateAvatar key={logo} name={name} logo={logo} className="size-14 text-lg" />
			<div className="min-w-0">
				<h3 className="text-lg leading-snug font-semibold wrap-anywhere">{name}</h3>
				<p className="text-sm text-muted wrap-anywhere">{facts.filter(Boolean).join(' · ')}</p>
			</div>
		</section>
	)
}

/** Checks that a candidate exists. Reads again on focus, e.g. after one was created in another window. */
const useAnyCandidate = () => {
	useEffect(() => {
		const lookAgain = (): void => invalidate('candidates', 'any')
		addEventListener('focus', lookAgain)
		return () => removeEventListener('focus', lookAgain)
	}, [])
	return useQuery({
		queryKey: ['candidates', 'any'],
		queryFn: ({ signal }) => unwrap(findCandidates('', signal)),
	})
}

interface CandidateStepProps {
	readonly moved: boolean
	readonly candidate: UseQueryResult<ManagedCandidate | null>
	readonly onChoose: (candidate: ManagedCandidate) => void
	readonly onNext?: () => void
	readonly onGoOn?: (extractionId: string, running: boolean) => void
}

const Choice = (props: CandidateStepProps) => {
	const { candidate, onChoose, onGoOn } = props
	const { data, refetch } = candidate
	const failure = failureOf(candidate)
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
						chosen={data?.name ?? ''}
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
				<ReadFailed failure={failure} failed={texts.detailsFailed} onRetry={refetch} />
			)}
			{data && <Chosen candidate={data} />}
			{data && onGoOn && <OpenExtractions candidateId={data.id} onGoOn={onGoOn} />}
		</>
	)
}

export const CandidateStep = (props: CandidateStepProps) => {
	const { candidate, moved, onNext } = props
	const id = useId()
	const any = useAnyCandidate()
	const [asked, setAsked] = useState(false)
	const anyFailure = failureOf(any)
	const chosen = candidate.data && failureOf(candidate) === null && onNext !== undefined
	const none = any.data?.rows.length === 0
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
			{anyFailure && !any.data && (
				<ReadFailed failure={anyFailure} failed={texts.failed} onRetry={any.refetch} />
			)}
			{!any.data && !anyFailure && <Skeletons label={common.loading} count={2} />}
			{none && (
				<Notice title={texts.none} text={texts.noneWhy}>
					<AddCandidates look="btn-primary" />
				</Notice>
			)}
			{any.data && !none && <Choice {...props} />}
		</StepFrame>
	)
}
