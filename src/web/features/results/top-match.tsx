import type { AttemptResults, CandidateResult } from '#device/results.ts'
import { progress } from '#domain/quiz.ts'
import { saysNothing } from '#domain/score.ts'
import { results as texts } from '#web/texts/en/results.ts'
import { CandidateAvatar } from '#web/ui/candidate-avatar.tsx'
import { AlignmentFigure } from './alignment-figure.tsx'

interface CardProps {
	readonly candidate: CandidateResult
	readonly attempt: AttemptResults['attempt']
}

const Card = ({ candidate, attempt }: CardProps) => (
	<li className="rounded-box border border-base-300 bg-surface p-[min(1.5rem,6vw)] shadow-paper">
		<div className="flex flex-wrap items-center gap-4">
			<CandidateAvatar name={candidate.name} logo={candidate.logo} className="size-18 text-2xl" />
			<div className="min-w-0 flex-1 basis-36 wrap-anywhere">
				<h3 className="text-2xl leading-tight font-semibold">{candidate.name}</h3>
				{candidate.party && <p className="text-muted">{candidate.party}</p>}
			</div>
		</div>
		<div className="mt-4">
			<AlignmentFigure candidate={candidate} attempt={attempt} size="large" />
		</div>
	</li>
)

const basisText = ({ attempt, candidates }: AttemptResults): string | null => {
	if (attempt.statements.length === 0) return null
	const picked = attempt.selection?.length
	const { answered, skipped, total } = progress(attempt)
	const what = picked === undefined ? texts.answered(answered, total) : texts.picked(picked, total)
	const left = skipped > 0 ? `, ${texts.skipped(skipped)}` : ''
	return `${what}${left}, ${texts.compared(candidates.length)}`
}

/** Best match, several if tied, or a note if the answers favor no candidate. */
export const TopMatch = ({ results }: { readonly results: AttemptResults }) => {
	const first = results.candidates.filter((candidate) => candidate.rank === 1)
	const basis = basisText(results)
	if (first.length === 0) {
		return <p className="text-muted">{texts.nobody}</p>
	}
	if (saysNothing(results.attempt)) {
		return (
			<section>
				<h2 className="mb-3 text-xl font-semibold">{texts.noTopMatch}</h2>
				<p>{texts.saysNothing[results.attempt.quizType]}</p>
				{basis && <p className="mt-3 text-sm text-muted">{basis}</p>}
			</section>
		)
	}
	return (
		<section>
			<h2 className="mb-3 text-xl font-semibold">
				{first.length === 1 ? texts.topMatch : texts.topTie(first.length)}
			</h2>
			<ul className="grid gap-4">
				{first.map((candidate) => (
					<Card
						key={candidate.candidateId ?? candidate.name}
						candidate={candidate}
						attempt={results.attempt}
					/>
				))}
			</ul>
			{basis && <p className="mt-3 text-sm text-muted">{basis}</p>}
		</section>
	)
}
