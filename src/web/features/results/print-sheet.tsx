import { createPortal } from 'react-dom'
import type { AttemptResults, CandidateResult } from '#device/results.ts'
import { BAR_MIN_PERCENT } from '#domain/limits.ts'
import { differences, hasPositions, roundPercentage } from '#domain/score.ts'
import { results as texts } from '#web/texts/en/results.ts'
import { momentText } from '#web/ui/format.ts'
import type { Certainty } from './certainty.tsx'
import './print.css'
import { notCountedText } from '#web/ui/stale-note.tsx'
import { type Stance, standingsOf } from './standings.tsx'
import { countsText, FEW, sumText } from './why.tsx'
import {
	agreementText,
	answeredText,
	figureText,
	givenText,
	intervalOf,
	intervalText,
	noScoreText,
	picksOf,
	placeText,
	positionText,
	stepsText,
} from './words.ts'

type Attempt = AttemptResults['attempt']

const ownFigure = (attempt: Attempt, candidate: CandidateResult): string =>
	candidate.percentage === null
		? noScoreText(candidate)
		: figureText(candidate.percentage, attempt.quizType, picksOf(attempt, candidate))

const Place = ({
	candidate,
	attempt,
	all,
}: {
	readonly candidate: CandidateResult
	readonly attempt: Attempt
	readonly all: readonly CandidateResult[]
}) => {
	const { party, percentage } = candidate
	const interval = intervalOf(attempt, candidate)
	const notes = [interval && intervalText(interval), answeredText(candidate)].filter(Boolean)
	return (
		<li className="mt-2">
			<p className="flex justify-between gap-4">
				<span>
					<strong>{placeText(candidate, all)}</strong>
					<span>{party && `, ${party}`}</span>
				</span>
				<span>{ownFigure(attempt, candidate)}</span>
			</p>
			{percentage !== null && (
				<div className="print-bar mt-1">
					<div style={{ width: `${Math.max(BAR_MIN_PERCENT, roundPercentage(percentage))}%` }} />
				</div>
			)}
			{notes.length > 0 && <p>{notes.join('. ')}</p>}
		</li>
	)
}

interface PartProps {
	readonly candidate: CandidateResult
	readonly attempt: Attempt
}

const Arithmetic = ({ candidate, attempt }: PartProps) => (
	<>
		<h3>{texts.why}</h3>
		<table>
			<thead>
				<tr>
					<th scope="col">{texts.statement}</th>
					<th scope="col">{texts.yourAnswer}</th>
					{hasPositions(attempt, attempt.candidateIds) && <th scope="col">{texts.position}</th>}
					<th scope="col">{texts.sum}</th>
				</tr>
			</thead>
			<tbody>
				{candidate.lines.map((line) => (
					<tr key={line.policyId}>
						<td>
							<span>{`${line.text} `}</span>
							<em>{stepsText(line, attempt.quizType)}</em>
						</td>
						<td>{givenText(attempt, line.policyId, line.value)}</td>
						{hasPositions(attempt, attempt.candidateIds) && <td>{positionText(line.position)}</td>}
						<td>{countsText(line)}</td>
					</tr>
				))}
			</tbody>
		</table>
		{candidate.percentage !== null && <p className="mt-1 text-end">{sumText(candidate)}</p>}
	</>
)

const Differences = ({ candidate, attempt }: PartProps) => {
	const found = differences(attempt.quizType, candidate.lines).slice(0, FEW)
	if (found.length === 0) return null
	return (
		<>
			<h3>{texts.differMost}</h3>
			<ol className="list-decimal ps-5">
				{found.map((line) => (
					<li key={line.policyId}>
						<span>{`${line.text} `}</span>
						<em>{texts.answerThere(givenText(attempt, line.policyId, line.value))}</em>
					</li>
				))}
			</ol>
		</>
	)
}

const stanceText = ({ candidate, position }: Stance): string =>
	`${candidate.name}: ${positionText(position)}`

const Everyone = ({ results }: { readonly results: AttemptResults }) => {
	if (!hasPositions(results.attempt, results.attempt.candidateIds)) return null
	return (
		<section>
			<h2>{texts.everyone}</h2>
			<ol className="list-decimal ps-5">
				{standingsOf(results).map(({ statement, answer, stances }) => (
					<li key={statement.policyId} className="mt-1">
						<span>{`${statement.text} `}</span>
						<em>{texts.answerThere(answer)}</em>
						<p>{stances.map(stanceText).join(' · ')}</p>
					</li>
				))}
			</ol>
		</section>
	)
}

interface PrintSheetProps {
	readonly results: AttemptResults
	readonly certainty: Certainty | null
}

/** Print-only version of the results with the content of all tabs. */
export const PrintSheet = ({ results, certainty }: PrintSheetProps) => {
	const { attempt, candidates, estimated } = results
	const { quizName, electionName, completedAt } = attempt
	const origin = notCountedText(attempt) ?? (estimated ? texts.estimated : texts.confirmed)
	return createPortal(
		<article className="print-sheet">
			<p>Evenhand</p>
			<h1>{`${texts.yours}: ${quizName}`}</h1>
			<p>{[electionName, momentText(completedAt), origin].filter(Boolean).join(' · ')}</p>
			<ol className="mt-4">
				{candidates.map((candidate) => (
					<Place
						key={candidate.candidateId ?? candidate.name}
						{...{ candidate, attempt, all: candidates }}
					/>
				))}
			</ol>
			{certainty && (
				<>
					<h2>{texts.howCertain}</h2>
					<p>
						<strong>{certainty.finding}</strong>
						<span>{` ${certainty.details.join(' ')}`}</span>
					</p>
				</>
			)}
			{candidates
				.filter(({ lines }) => lines.length > 0)
				.map((candidate) => (
					<section key={candidate.candidateId}>
						<h2>{`${candidate.name}: ${ownFigure(attempt, candidate)}`}</h2>
						<Arithmetic {...{ candidate, attempt }} />
						<Differences {...{ candidate, attempt }} />
					</section>
				))}
			<Everyone results={results} />
			<p className="mt-4">{agreementText(attempt)}</p>
		</article>,
		document.body,
	)
}
