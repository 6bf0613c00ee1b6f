import { Link } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { common } from '#web/texts/admin/common.ts'
import { extraction } from '#web/texts/admin/extraction.ts'
import type { Saved } from './save-dialog.tsx'
import { StepFrame } from './step-frame.tsx'

const texts = extraction.complete

/** So long it waits before it leads to the dashboard, in seconds, as specified. */
const SECONDS = 5

interface CompleteStepProps {
	readonly saved: Saved
	readonly candidate: { readonly id: string; readonly name: string }
	readonly onMore: () => void
	/** Leads to the dashboard. */
	readonly onLeave: () => void
}

/** Counts down, until it is stopped. @returns the seconds that are left; null once it is stopped. */
const useCountdown = (onEnd: () => void) => {
	const [left, setLeft] = useState<number | null>(SECONDS)
	const latest = useRef(onEnd)
	useEffect(() => {
		latest.current = onEnd
	})
	useEffect(() => {
		if (left === null) return
		if (left === 0) return latest.current()
		const timer = setTimeout(() => setLeft(left - 1), 1000)
		return () => clearTimeout(timer)
	}, [left])
	return { left, stop: () => setLeft(null) }
}

/** The last step: what was saved, and where to go on. It leads to the dashboard by itself, unless somebody does not want that. */
export const CompleteStep = ({ saved, candidate, onMore, onLeave }: CompleteStepProps) => {
	const { left, stop } = useCountdown(onLeave)
	const warnings = saved.warnings
	return (
		<StepFrame step="complete" footless>
			<p role="status" className="font-serif text-2xl font-semibold text-success">
				{texts.title(saved.totalSaved)}
			</p>
			<p className="mt-1 wrap-anywhere">{texts.of(candidate.name)}</p>
			{warnings.length > 0 && (
				<div className="mt-4 rounded-field border border-warning bg-warning/15 px-4 py-3">
					<p className="font-medium">{texts.warnings}</p>
					<ul className="mt-1 list-disc ps-5">
						{warnings.map((warning) => (
							<li key={warning}>{warning}</li>
						))}
					</ul>
				</div>
			)}
			{/* biome-ignore lint/a11y/noStaticElementInteractions: whoever is on the way somewhere is not sent elsewhere. */}
			<div className="mt-6 flex flex-wrap gap-3" onFocus={stop}>
				<Link
					to="/admin/edit-policies/$candidateId"
					params={{ candidateId: candidate.id }}
					className="btn btn-primary"
				>
					{texts.edit}
				</Link>
				<Link to="/admin/compare-quizzes" className="btn">
					{texts.quizzes}
				</Link>
				<button type="button" className="btn" onClick={onMore}>
					{texts.more}
				</button>
			</div>
			<div className="mt-6 flex flex-wrap items-center gap-3 border-t border-base-300 pt-4">
				<p role="timer" className="min-w-0 flex-1 basis-56 text-muted tabular-nums">
					{left === null ? texts.stopped : texts.countdown(left)}
				</p>
				{left !== null && (
					<button type="button" className="btn" onClick={stop}>
						{texts.stay}
					</button>
				)}
				<button type="button" className="btn" onClick={onLeave}>
					{texts.dashboard}
				</button>
			</div>
			<p role="status" className="sr-only">
				{left === null
					? texts.stopped
					: common.of(common.pages.dashboard, texts.countdown(SECONDS))}
			</p>
		</StepFrame>
	)
}
