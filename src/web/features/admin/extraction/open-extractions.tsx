import { useState } from 'react'
import type { Extraction } from '#contract/policy-extraction.ts'
import { common } from '#web/texts/admin/common.ts'
import { extraction } from '#web/texts/admin/extraction.ts'
import { minuteText } from '#web/ui/dates.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { toast } from '#web/ui/toasts-show.ts'
import { faultText, hasStatus } from '../faults.ts'
import { useRead } from '../lists/use-read.ts'
import { reviewKeeper } from './kept-review.ts'
import { cancelExtraction, openExtractions } from './read.ts'

const texts = extraction.open

const stateOf = ({ status, policyCount }: Extraction): string => {
	if (status === 'RUNNING') return texts.running
	return policyCount > 0 ? texts.waiting(policyCount) : texts.bad
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
				aria-label={common.of(texts.goOn, name)}
				onClick={onGoOn}
			>
				{texts.goOn}
			</button>
			<button
				type="button"
				className="btn btn-ghost"
				aria-label={common.of(texts.discard, name)}
				onClick={onDiscard}
			>
				{texts.discard}
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
		// Another tab or another administrator was quicker: it is gone as it was wanted.
		if (!reply.ok && !hasStatus(reply.error, 404)) {
			return setError(`${texts.discardFailed} ${faultText(reply.error, '')}`)
		}
		reviewKeeper(open.id).drop()
		toast(texts.discarded, 'good')
		onGone()
	}
	return (
		<Dialog title={texts.discardTitle} onClose={onClose}>
			<p className="mt-3 wrap-anywhere">{open.title ?? open.source}</p>
			<p className="mt-2 text-muted">{texts.discardWhy}</p>
			<p role="alert" className="mt-3 font-medium text-error empty:hidden">
				{error}
			</p>
			<div className="mt-5 grid gap-3 sm:grid-cols-2">
				<button type="button" className="btn" onClick={onClose}>
					{texts.keep}
				</button>
				<button
					type="button"
					className="btn btn-error"
					aria-disabled={busy}
					onClick={() => {
						if (!busy) act().catch(reportError)
					}}
				>
					{texts.discard}
				</button>
			</div>
		</Dialog>
	)
}

interface OpenExtractionsProps {
	readonly candidateId: string
	readonly onGoOn: (extractionId: string, running: boolean) => void
}

/** Extractions of a candidate that are under way or wait to be saved: a closed tab finds its own again. */
export const OpenExtractions = ({ candidateId, onGoOn }: OpenExtractionsProps) => {
	const [now] = useState(Date.now)
	const [asked, setAsked] = useState<Extraction | null>(null)
	const { value, failure, reload } = useRead(candidateId, (signal) =>
		openExtractions(candidateId, signal),
	)
	return (
		<>
			{failure && (
				<div role="alert" className="mt-5 flex flex-wrap items-center gap-3">
					<p className="text-error">{faultText(failure, texts.failed)}</p>
					<button type="button" className="btn" onClick={reload}>
						{common.retry}
					</button>
				</div>
			)}
			{value && value.length > 0 && (
				<section className="mt-5 rounded-box border border-warning bg-base-200 px-4 pt-3">
					<h3 className="pb-2 font-semibold">{texts.title}</h3>
					<ul>
						{value.map((open) => (
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
						reload()
					}}
				/>
			)}
		</>
	)
}
