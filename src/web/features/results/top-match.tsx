import type { ReactNode } from 'react'
import type { AttemptResults, CandidateResult } from '#device/results.ts'
import { saysNothing } from '#domain/score.ts'
import { results as texts } from '#web/texts/en/results.ts'
import { CandidateAvatar } from '#web/ui/candidate-avatar.tsx'
import { AlignmentFigure } from './alignment-figure.tsx'
import { rankText } from './words.ts'

export const CARD = 'rounded-box border border-base-300 p-[min(1.25rem,5vw)] shadow-paper'

interface ResultsProps {
	readonly results: AttemptResults
}

interface NameProps {
	readonly candidate: CandidateResult
	readonly children: ReactNode
}

const Name = ({ candidate, children }: NameProps) => (
	<div className="min-w-0 flex-1 basis-28 wrap-anywhere">
		{children}
		{candidate.party && <p className="text-sm text-muted">{candidate.party}</p>}
	</div>
)

const keyOf = ({ candidateId, name }: CandidateResult): string => candidateId ?? name

interface NoneProps {
	readonly title: string
	readonly text: string
}

const None = ({ title, text }: NoneProps) => (
	<section className={`${CARD} bg-surface`}>
		<h2 className="text-xl font-semibold">{title}</h2>
		<p className="mt-2">{text}</p>
	</section>
)

/** Best match, several if tied, or a note if the answers favor no candidate. */
export const TopMatch = ({ results }: ResultsProps) => {
	const { attempt, candidates } = results
	const first = candidates.filter((candidate) => candidate.rank === 1)
	if (first.length === 0) return <None title={texts.noTopMatch} text={texts.nobody} />
	if (saysNothing(attempt)) {
		return <None title={texts.noTopMatch} text={texts.saysNothing[attempt.quizType]} />
	}
	return (
		<section className={`${CARD} bg-surface`}>
			<h2 className="font-sans text-sm font-normal tracking-normal text-muted">
				{first.length === 1 ? texts.topMatch : texts.topTie(first.length)}
			</h2>
			<ul className="mt-3 grid gap-6">
				{first.map((candidate) => (
					<li key={keyOf(candidate)}>
						<AlignmentFigure candidate={candidate} attempt={attempt} size="large">
							<CandidateAvatar {...candidate} className="size-12" />
							<Name candidate={candidate}>
								<h3 className="text-xl leading-tight font-semibold">{candidate.name}</h3>
							</Name>
						</AlignmentFigure>
					</li>
				))}
			</ul>
		</section>
	)
}

interface AllCandidatesProps extends ResultsProps {
	/** Opens the explained results. */
	readonly onAll: () => void
}

/** With more candidates than this, only the first ones show, so that the actions below stay near. */
const MANY = 10
const FIRST = 5

/** The first of many candidates, and how many more there are. */
export const firstOf = <Candidate,>(
	candidates: readonly Candidate[],
): { readonly shown: readonly Candidate[]; readonly more: number } => {
	const shown = candidates.length > MANY ? candidates.slice(0, FIRST) : candidates
	return { shown, more: candidates.length - shown.length }
}

/** Figures and bars, best first. */
export const AllCandidates = ({ results, onAll }: AllCandidatesProps) => {
	const { attempt, candidates } = results
	const isTied = ({ rank }: CandidateResult): boolean =>
		rank !== null && candidates.filter((other) => other.rank === rank).length > 1
	const { shown, more } = firstOf(candidates)
	return (
		<section className={`${CARD} mt-5 bg-surface pb-2`}>
			<h2 className="text-xl font-semibold">{texts.allCandidates}</h2>
			<ol className="mt-3 grid gap-4">
				{shown.map((candidate) => (
					<li key={keyOf(candidate)}>
						<AlignmentFigure candidate={candidate} attempt={attempt} size="brief">
							<CandidateAvatar {...candidate} className="size-8 text-xs" />
							<p className="min-w-0 flex-1 basis-28 wrap-anywhere">
								<span>{candidate.name}</span>
								{isTied(candidate) && (
									<span className="text-sm text-muted">{` ${rankText(candidate, candidates)}`}</span>
								)}
							</p>
						</AlignmentFigure>
					</li>
				))}
			</ol>
			{more > 0 && <p className="mt-3 text-sm text-muted">{texts.moreCandidates(more)}</p>}
			<button type="button" className="btn btn-ghost btn-block mt-2 text-primary" onClick={onAll}>
				{texts.viewAll}
			</button>
		</section>
	)
}
