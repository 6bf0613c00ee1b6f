import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { PositionGrid } from '#contract/admin/positions.ts'
import type { QuizPreview } from '#contract/admin/quizzes.ts'
import { useCapability } from '#web/app/capabilities.ts'
import { common } from '#web/texts/en/admin/common.ts'
import { positions } from '#web/texts/en/admin/positions.ts'
import { numberText, shareText } from '#web/ui/format.ts'
import { useDebounced } from '#web/ui/hooks.ts'
import { errorText } from '../kit/errors.ts'
import { Select } from '../kit/fields.tsx'
import { failureOf, unwrap } from '../kit/queries.ts'
import { readQuizzes } from '../quizzes/api.ts'
import { cloneText, countFindings } from '../quizzes/fairness-content.tsx'
import { FairnessDialog, fairnessOf, previewQuery } from '../quizzes/fairness-dialog.tsx'

const texts = positions.fairness

/** Time after the last save until the report is read again, in ms. */
const SETTLE_MS = 800

const LISTED_MAX = 8

const FIGURE = 'text-sm text-muted'

const Figures = ({ preview }: { readonly preview: QuizPreview }) => {
	const { candidates, content } = preview
	const fairness = fairnessOf(preview)
	const known = content?.candidates.map((candidate) => candidate.known) ?? []
	const findings = content === null ? 0 : countFindings(content)
	return (
		<dl className="grid gap-x-8 gap-y-2 sm:flex sm:flex-wrap">
			{content && (
				<>
					<div>
						<dt className={FIGURE}>{texts.clone}</dt>
						<dd className="font-semibold">{cloneText(content)}</dd>
					</div>
					<div>
						<dt className={FIGURE}>{texts.known}</dt>
						<dd className="font-semibold">
							{texts.fromTo(numberText(Math.min(...known)), numberText(Math.max(...known)))}
						</dd>
					</div>
				</>
			)}
			{fairness && (
				<div>
					<dt className={FIGURE}>{texts.random}</dt>
					<dd className={`font-semibold ${fairness.outliers.length > 0 ? 'text-warning' : ''}`}>
						{candidates.length <= LISTED_MAX
							? candidates.map(({ firstPlaceShare }) => shareText(firstPlaceShare ?? 0)).join(' · ')
							: texts.outliers(fairness.outliers.length)}
					</dd>
				</div>
			)}
			{content && (
				<div>
					<dt className={FIGURE}>{texts.toMend}</dt>
					<dd className={`font-semibold ${findings > 0 ? 'text-warning' : 'text-success'}`}>
						{texts.findings(findings)}
					</dd>
				</div>
			)}
		</dl>
	)
}

interface FairnessPanelProps {
	readonly grid: PositionGrid
	readonly savedCount: number
}

/** The fairness report of a quiz in short, read again after edits. */
export const FairnessPanel = ({ grid, savedCount }: FairnessPanelProps) => {
	const electionId = grid.election.id
	const offered = useCapability('fairness')
	const [chosen, setChosen] = useState('')
	const [open, setOpen] = useState(false)
	const quizzes = useQuery({
		queryKey: ['quizzes', 'choice', electionId],
		queryFn: ({ signal }) => unwrap(readQuizzes({ search: '', electionId }, undefined, signal)),
		enabled: offered,
	})
	const rows = quizzes.data?.rows ?? []
	const quiz = rows.find(({ id }) => id === chosen)
	const everyone = grid.candidates.map(({ id }) => id)
	const shown = {
		electionId,
		quizType: quiz?.quizType ?? 'SCALE',
		candidateIds: quiz?.candidateIds ?? everyone,
	} as const
	const settled = useDebounced(savedCount, SETTLE_MS)
	const query = useQuery({
		// Not `refetch`, which waits for a first request that may have left before the save.
		...previewQuery(shown, settled),
		enabled: offered,
		placeholderData: keepPreviousData,
	})
	const { data, isFetching } = query
	const failure = failureOf(query)
	if (!offered) return null
	return (
		<section
			aria-labelledby="fairness-title"
			className="mt-6 rounded-box border border-base-300 bg-surface p-4 shadow-paper sm:p-6"
		>
			<div className="mb-4 flex flex-wrap items-end gap-x-4 gap-y-2">
				<div className="me-auto">
					<h2 id="fairness-title" className="text-xl font-semibold">
						{texts.title}
					</h2>
					<p role="status" className={FIGURE}>
						{isFetching && data ? texts.updating : texts.live}
					</p>
				</div>
				<div className="w-full sm:w-72">
					<Select
						label={texts.quiz}
						value={quiz ? chosen : ''}
						options={[
							{ value: '', label: texts.everyCandidate },
							...rows.map(({ id, name }) => ({ value: id, label: name })),
						]}
						onValue={setChosen}
					/>
				</div>
			</div>
			{data ? <Figures preview={data} /> : !failure && <p className={FIGURE}>{texts.working}</p>}
			{failure && (
				<div role="alert" className="mt-2 flex flex-wrap items-center gap-3">
					<p className="font-medium text-error">{errorText(failure, texts.failed)}</p>
					<button type="button" className="btn" onClick={() => void query.refetch()}>
						{common.retry}
					</button>
				</div>
			)}
			{data && (
				<button type="button" className="btn mt-4" onClick={() => setOpen(true)}>
					{texts.report}
				</button>
			)}
			{open && (
				<FairnessDialog
					quiz={{ ...shown, name: quiz?.name ?? grid.election.name }}
					onClose={() => setOpen(false)}
				/>
			)}
		</section>
	)
}
