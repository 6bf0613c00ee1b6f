import type { AttemptResults, CandidateResult } from '#local/results.ts'
import { Face } from '#web/ui/face.tsx'
import { AlignmentFigure } from './alignment.tsx'
import { Why } from './why.tsx'

/** A rank in words: shared ones say so. */
const rankText = (candidate: CandidateResult, all: readonly CandidateResult[]): string => {
	if (candidate.rank === null) return '–'
	const shared = all.filter((other) => other.rank === candidate.rank).length > 1
	return shared ? `${candidate.rank} (tie)` : String(candidate.rank)
}

/** Every candidate, best first, with what each figure is made of. */
export const Ranking = ({ results }: { readonly results: AttemptResults }) => {
	const { candidates, attempt } = results
	return (
		<ol className="grid gap-4">
			{candidates.map((candidate) => (
				<li
					key={candidate.candidateId ?? candidate.name}
					className="rounded-box border border-base-300 bg-surface p-5 shadow-paper"
				>
					<div className="flex items-center gap-4">
						<Face name={candidate.name} logo={candidate.logo} />
						<div className="min-w-0 flex-1">
							<h2 className="text-xl leading-tight font-semibold">{candidate.name}</h2>
							{candidate.party && <p className="text-sm text-muted">{candidate.party}</p>}
						</div>
						<p className="self-start font-serif text-lg text-muted">
							<span className="sr-only">Rank </span>
							{rankText(candidate, candidates)}
						</p>
					</div>
					<AlignmentFigure percentage={candidate.percentage} />
					{candidate.lines.length > 0 && <Why candidate={candidate} quizType={attempt.quizType} />}
				</li>
			))}
		</ol>
	)
}
