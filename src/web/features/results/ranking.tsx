import type { AttemptResults } from '#local/results.ts'
import { results as texts } from '#web/texts/results.ts'
import { Face } from '#web/ui/face.tsx'
import { AlignmentFigure } from './alignment.tsx'
import { DifferMost } from './differ-most.tsx'
import { Why } from './why.tsx'
import { rankText } from './words.ts'

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
					<div className="flex flex-wrap items-center gap-4">
						<Face name={candidate.name} logo={candidate.logo} />
						<div className="min-w-0 flex-1 basis-28 wrap-anywhere">
							<h2 className="text-xl leading-tight font-semibold">{candidate.name}</h2>
							{candidate.party && <p className="text-sm text-muted">{candidate.party}</p>}
						</div>
						<p className="self-start font-serif text-lg text-muted">
							<span className="sr-only">{texts.rank} </span>
							<span>{rankText(candidate, candidates)}</span>
						</p>
					</div>
					<AlignmentFigure candidate={candidate} attempt={attempt} />
					{candidate.lines.length > 0 && (
						<div className="mt-4 -mb-3">
							<Why candidate={candidate} results={results} />
							<DifferMost lines={candidate.lines} quizType={attempt.quizType} />
						</div>
					)}
				</li>
			))}
		</ol>
	)
}
