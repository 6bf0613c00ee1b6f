import { useId, useState } from 'react'
import type { AttemptResults } from '#device/results.ts'
import { differences } from '#domain/score.ts'
import { results as texts } from '#web/texts/en/results.ts'
import { Fold, ScoredLine, type WhyProps } from './why.tsx'

/** Number of differences shown at first. */
export const FEW = 3

/** Statements on which voter and candidate differ, largest difference first. */
const Differences = ({ candidate, results }: WhyProps) => {
	const { attempt, words } = results
	const [all, setAll] = useState(false)
	const found = differences(attempt.quizType, candidate.lines)
	return (
		<>
			<ul className="divide-y divide-base-300 border-t border-base-300">
				{found.slice(0, all ? found.length : FEW).map((line) => (
					<ScoredLine
						key={line.policyId}
						line={line}
						attempt={attempt}
						words={words(line.policyId, candidate.candidateId ?? '')}
					/>
				))}
			</ul>
			{found.length > FEW && (
				<button
					type="button"
					className="btn btn-ghost btn-block"
					aria-expanded={all}
					onClick={() => setAll(!all)}
				>
					{all ? texts.showLargest(FEW) : texts.showDifferences(found.length)}
				</button>
			)}
		</>
	)
}

/** Fold with the largest differences. Nothing if there are none. */
export const DifferMost = ({ candidate, results }: WhyProps) =>
	differences(results.attempt.quizType, candidate.lines).length > 0 && (
		<Fold title={texts.differMost}>
			<Differences candidate={candidate} results={results} />
		</Fold>
	)

/** True if differences can be listed: the answers are known, and they express disagreement. */
export const canDiffer = ({ attempt, candidates }: AttemptResults): boolean =>
	attempt.quizType !== 'POLICY_PICK' && candidates.some(({ lines }) => lines.length > 0)

/** Differences from the top match, or from another candidate on demand. */
export const WhereYouDiffer = ({ results }: { readonly results: AttemptResults }) => {
	const id = useId()
	const [chosen, setChosen] = useState('')
	const compared = results.candidates.filter(({ lines }) => lines.length > 0)
	const candidate = compared.find(({ candidateId }) => candidateId === chosen) ?? compared[0]
	if (candidate === undefined) return null
	const differs = differences(results.attempt.quizType, candidate.lines).length > 0
	return (
		<>
			<label htmlFor={id} className="mt-3 block text-sm text-muted">
				{texts.comparedWith}
			</label>
			<select
				id={id}
				className="mt-1 min-h-12 w-full rounded-field border border-edge bg-surface px-3"
				value={candidate.candidateId ?? ''}
				onChange={(event) => setChosen(event.target.value)}
			>
				{compared.map(({ candidateId, name }) => (
					<option key={candidateId} value={candidateId ?? ''}>
						{name}
					</option>
				))}
			</select>
			<p role="status" className="mt-3 text-sm text-muted">
				{differs ? texts.largestFirst : texts.noDifference(candidate.name)}
			</p>
			{differs && (
				<div className="mt-2">
					<Differences key={candidate.candidateId} candidate={candidate} results={results} />
				</div>
			)}
		</>
	)
}
