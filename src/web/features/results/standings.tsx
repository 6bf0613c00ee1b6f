import { ChevronDown } from 'lucide-react'
import type { AttemptResults, CandidateResult } from '#device/results.ts'
import { hasPositions } from '#domain/score.ts'
import type { Statement } from '#domain/types.ts'
import { results as texts } from '#web/texts/en/results.ts'
import { contentLanguage } from '#web/texts/language.ts'
import { OwnWords } from './why.tsx'
import { givenText, positionText } from './words.ts'

export interface Stance {
	readonly candidate: CandidateResult
	/** -2 to 2; null if unknown. */
	readonly position: number | null
}

export interface Standing {
	readonly statement: Statement
	/** The voter's answer in words. */
	readonly answer: string
	/** In the order of the candidates. */
	readonly stances: readonly Stance[]
}

/** Where the voter and every candidate stand, by statement. Empty if only owners have positions. */
export const standingsOf = ({ attempt, candidates }: AttemptResults): Standing[] => {
	if (!hasPositions(attempt, attempt.candidateIds)) return []
	const positions = candidates.map(
		({ lines }) => new Map(lines.map((line) => [line.policyId, line])),
	)
	return attempt.statements.map((statement) => {
		const lines = positions.map((known) => known.get(statement.policyId))
		const value = lines.find(Boolean)?.value ?? null
		return {
			statement,
			answer: givenText(attempt, statement.policyId, value),
			stances: candidates.map((candidate, index) => ({
				candidate,
				position: lines[index]?.position ?? null,
			})),
		}
	})
}

interface EveryoneProps {
	readonly results: AttemptResults
}

/** Section with every candidate's position on each statement, with quotes and sources. */
export const Everyone = ({ results }: EveryoneProps) => {
	const standings = standingsOf(results)
	if (standings.length === 0) return null
	return (
		<section className="mt-6 rounded-box border border-base-300 bg-surface p-5 shadow-paper">
			<h2 className="text-xl font-semibold">{texts.everyone}</h2>
			<ul className="mt-3 divide-y divide-base-300 border-t border-base-300">
				{standings.map(({ statement, answer, stances }) => (
					<li key={statement.policyId} className="off-screen wrap-anywhere">
						<details className="group">
							<summary className="flex min-h-12 cursor-pointer list-none items-center gap-3 py-3 [&::-webkit-details-marker]:hidden">
								<span className="flex-1">
									<span lang={contentLanguage}>{statement.text}</span>
									<span className="mt-1 block text-sm text-muted">
										<span>{`${texts.yourAnswer}: `}</span>
										<span className="font-medium text-base-content">{answer}</span>
									</span>
								</span>
								<ChevronDown
									aria-hidden="true"
									className="size-5 shrink-0 text-primary transition-transform group-open:rotate-180"
								/>
							</summary>
							<ul className="mb-3 grid gap-3 ps-4">
								{stances.map(({ candidate, position }) => {
									const words = results.words(statement.policyId, candidate.candidateId ?? '')
									return (
										<li key={candidate.candidateId ?? candidate.name} className="text-sm">
											<p className="flex flex-wrap justify-between gap-x-3">
												<span className="font-medium">{candidate.name}</span>
												<span className={position === null ? 'text-muted' : ''}>
													{positionText(position)}
												</span>
											</p>
											{words && <OwnWords {...words} />}
										</li>
									)
								})}
							</ul>
						</details>
					</li>
				))}
			</ul>
		</section>
	)
}
