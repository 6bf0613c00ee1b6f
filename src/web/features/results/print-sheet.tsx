import { createPortal } from 'react-dom'
import type { StoredNotes } from '#device/db.ts'
import type { AttemptResults, CandidateResult } from '#device/results.ts'
import { BAR_MIN_PERCENT } from '#domain/limits.ts'
import { differences, hasPositions, roundPercentage, saysNothing } from '#domain/score.ts'
import { knowing } from '#web/texts/en/knowing.ts'
import { results as texts } from '#web/texts/en/results.ts'
import { momentText } from '#web/ui/format.ts'
import { PrintedChoice } from './booth-note.tsx'
import type { Certainty } from './certainty.tsx'
import { FEW } from './differ.tsx'
import './print.css'
import { notCountedText } from '#web/ui/stale-note.tsx'
import { canWeigh, weighed } from './priorities.tsx'
import { seenBeforeTexts } from './seen-before.tsx'
import { type Stance, standingsOf } from './standings.tsx'
import { thoughtsOf, thoughtText } from './thought.tsx'
import { isTieBreakAnswered, outcomeText } from './tie-break.tsx'
import { countsText, sumText } from './why.tsx'
import {
	agreedText,
	agreementText,
	answeredText,
	basisText,
	figuresText,
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

/** Counts and interval of a candidate's figure. */
const notesOf = (attempt: Attempt, candidate: CandidateResult): string => {
	const { percentage } = candidate
	const interval = intervalOf(attempt, candidate)
	const agreed = percentage === null ? null : agreedText(attempt, candidate)
	const others = [interval && intervalText(interval), answeredText(candidate)]
	return [agreed, ...others.map((text) => text && `${text}.`)].filter(Boolean).join(' ')
}

const TopMatch = ({ attempt, candidates }: Pick<AttemptResults, 'attempt' | 'candidates'>) => {
	const first = candidates.filter(({ rank }) => rank === 1)
	const isNone = first.length === 0 || saysNothing(attempt)
	if (isNone) {
		return (
			<section>
				<h2>{texts.noTopMatch}</h2>
				<p>{first.length === 0 ? texts.nobody : texts.saysNothing[attempt.quizType]}</p>
			</section>
		)
	}
	return (
		<section>
			<h2>{first.length === 1 ? texts.topMatch : texts.topTie(first.length)}</h2>
			{first.map((candidate) => (
				<p key={candidate.candidateId ?? candidate.name}>
					<strong>{`${candidate.name}: ${ownFigure(attempt, candidate)}`}</strong>
					<span>{` ${notesOf(attempt, candidate)}`}</span>
				</p>
			))}
		</section>
	)
}

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
	const notes = notesOf(attempt, candidate)
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
			{notes && <p>{notes}</p>}
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

interface NotedProps {
	readonly results: AttemptResults
	readonly notes: StoredNotes | null | undefined
}

/** Figures with the voter's priorities and after the tie-break; nothing without either. */
const SecondFigures = ({ results, notes }: NotedProps) => {
	const { attempt, candidates } = results
	const { priorities = {}, tieBreak } = notes ?? {}
	const isMarked = canWeigh(results) && Object.keys(priorities).length > 0
	const isBroken = tieBreak && isTieBreakAnswered(tieBreak)
	if (!isMarked && !isBroken) return null
	return (
		<section>
			<h2>{texts.secondFigures}</h2>
			{isMarked && (
				<p>{`${texts.secondFigure}: ${figuresText(weighed(attempt, priorities), candidates)}.`}</p>
			)}
			{isBroken && <p>{outcomeText(results, tieBreak)}</p>}
		</section>
	)
}

/** Guesses of the knowledge test beside the answers; nothing if there are none. */
const Thoughts = ({ results }: Pick<NotedProps, 'results'>) => {
	const thoughts = thoughtsOf(results)
	if (thoughts.length === 0) return null
	return (
		<section>
			<h2>{knowing.thought}</h2>
			<p>{knowing.thoughtText}</p>
			<ul className="list-disc ps-5">
				{thoughts.map(({ statement: { policyId, text }, guessed, owner, value }) => (
					<li key={policyId}>
						<span>{`${text} `}</span>
						<em>{`${thoughtText(guessed, owner)} ${texts.answerThere(givenText(results.attempt, policyId, value))}`}</em>
					</li>
				))}
			</ul>
		</section>
	)
}

/** States that the figures are confirmed, estimated, or not counted. */
export const originText = ({ attempt, estimated }: AttemptResults): string =>
	notCountedText(attempt) ?? (estimated ? texts.estimated : texts.confirmed)

interface PrintSheetProps extends NotedProps {
	readonly certainty: Certainty | null
}

/** Print-only version of the results with the content of all tabs. */
export const PrintSheet = ({ results, certainty, notes }: PrintSheetProps) => {
	const { attempt, candidates } = results
	const { quizName, electionName, completedAt } = attempt
	const seen = seenBeforeTexts(results)
	return createPortal(
		<article className="print-sheet">
			<p>Evenhand</p>
			<h1>{`${texts.yours}: ${quizName}`}</h1>
			<p>
				{[electionName, momentText(completedAt), originText(results)].filter(Boolean).join(' · ')}
			</p>
			<p>{basisText(attempt)}</p>
			<TopMatch attempt={attempt} candidates={candidates} />
			{certainty && (
				<>
					<h2>{texts.howCertain}</h2>
					<p>
						<strong>{certainty.finding}</strong>
						<span>{` ${certainty.details.join(' ')}`}</span>
					</p>
				</>
			)}
			<h2>{texts.allCandidates}</h2>
			<ol>
				{candidates.map((candidate) => (
					<Place
						key={candidate.candidateId ?? candidate.name}
						{...{ candidate, attempt, all: candidates }}
					/>
				))}
			</ol>
			<SecondFigures results={results} notes={notes} />
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
			<Thoughts results={results} />
			{attempt.quizType !== 'POLICY_PICK' && <p className="mt-4">{texts.sameSide}</p>}
			<p className="mt-2">{agreementText(attempt)}</p>
			{seen && <p>{seen.join(' ')}</p>}
			<PrintedChoice results={results} choice={notes?.choice} />
		</article>,
		document.body,
	)
}
