import { ChevronDown } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { Quote } from '#contract/quiz.ts'
import type { AttemptResults, CandidateResult } from '#device/results.ts'
import {
	type Figure,
	hasPositions,
	type ScoreLine,
	scoringOf,
	unweighted,
	unweightedLines,
	weightParts,
} from '#domain/score.ts'
import type { Statement } from '#domain/types.ts'
import { results as texts } from '#web/texts/en/results.ts'
import { contentLanguage } from '#web/texts/language.ts'
import { PageLink } from '#web/ui/page-link.tsx'
import {
	agreementText,
	figureText,
	givenText,
	numberText,
	percentText,
	positionText,
	stepsText,
	topicText,
} from './words.ts'

interface FoldProps {
	readonly title: string
	readonly children: ReactNode
}

export const Fold = ({ title, children }: FoldProps) => (
	<details className="group border-t border-base-300">
		<summary className="flex min-h-12 cursor-pointer list-none items-center justify-between font-medium text-primary [&::-webkit-details-marker]:hidden">
			<span>{title}</span>
			<ChevronDown
				aria-hidden="true"
				className="size-5 transition-transform group-open:rotate-180"
			/>
		</summary>
		{children}
	</details>
)

/** Heading of a quotation: whose words it quotes. */
export const titleOf = ({ quote, givenBy }: Quote): string =>
	!quote
		? texts.source
		: givenBy === 'party' || givenBy === 'editor'
			? texts.givenBy[givenBy]
			: texts.ownWords

/** True if a quote or a source is known. */
export const isQuoted = ({ quote, source, url }: Quote): boolean =>
	Boolean(quote) || source !== null || url !== null

/** Quote behind a position, with its source. */
export const Quotation = ({ quote, source, url }: Quote) => (
	<figure className="rounded-box border border-base-300 px-4 py-3">
		{quote && (
			<blockquote lang={contentLanguage} className="whitespace-pre-line wrap-anywhere">
				{quote}
			</blockquote>
		)}
		{(source !== null || url !== null) && (
			<figcaption className="mt-1 wrap-anywhere text-muted">
				{source !== null && <span lang={contentLanguage}>{source}</span>}
				{source !== null && url !== null && <span>{' · '}</span>}
				{url !== null && (
					<PageLink
						url={url}
						className="font-medium text-primary underline"
						otherwise={<span>{url}</span>}
					>
						{(host) => <span>{texts.openSource(host)}</span>}
					</PageLink>
				)}
			</figcaption>
		)}
	</figure>
)

/** Quote and source behind a position, on demand; nothing if neither is known. */
export const OwnWords = (words: Quote) =>
	isQuoted(words) && (
		<details className="mt-1 text-sm">
			<summary className="flex min-h-11 cursor-pointer items-center font-medium text-primary">
				{titleOf(words)}
			</summary>
			<Quotation {...words} />
		</details>
	)

interface ScoredLineProps {
	readonly line: ScoreLine
	readonly attempt: AttemptResults['attempt']
	readonly words: Quote | null
	/** Further facts by name. */
	readonly facts?: Readonly<Record<string, string>>
}

/** A statement with the answer, the candidate's position, and how far they differ, in words. */
export const ScoredLine = ({ line, attempt, words, facts }: ScoredLineProps) => {
	const steps = stepsText(line, attempt.quizType)
	const all = {
		[texts.yourAnswer]: givenText(attempt, line.policyId, line.value),
		// Owners are for all of their statements, which needs no mention.
		...(hasPositions(attempt, attempt.candidateIds) && {
			[texts.position]: positionText(line.position),
		}),
		...facts,
	}
	return (
		<li className="off-screen py-3 wrap-anywhere">
			<p lang={contentLanguage}>{line.text}</p>
			{steps && <p className="mt-1 font-medium">{steps}</p>}
			<dl className="mt-1 flex flex-wrap gap-x-4 text-sm text-muted">
				{Object.entries(all).map(([name, fact]) => (
					<div key={name} className="flex min-w-0 flex-wrap gap-1">
						<dt>{`${name}:`}</dt>
						<dd className="min-w-0 font-medium text-base-content tabular-nums wrap-anywhere">
							{fact}
						</dd>
					</div>
				))}
			</dl>
			{words && <OwnWords {...words} />}
		</li>
	)
}

interface TickProps {
	readonly label: string
	readonly on: boolean
	readonly onChange: (on: boolean) => void
}

const Tick = ({ label, on, onChange }: TickProps) => (
	<label className="flex min-h-12 cursor-pointer items-center gap-3">
		<input
			type="checkbox"
			className="checkbox checkbox-primary border-edge"
			checked={on}
			onChange={(event) => onChange(event.target.checked)}
		/>
		<span>{label}</span>
	</label>
)

interface WhatIfProps {
	readonly attempt: AttemptResults['attempt']
	readonly lines: readonly ScoreLine[]
	readonly percentage: number | null
	readonly on: boolean
	readonly onChange: (on: boolean) => void
}

const WhatIf = ({ attempt, lines, percentage, on, onChange }: WhatIfProps) => {
	const alike = new Set(lines.map((line) => line.weight)).size < 2
	const other = unweighted(lines, scoringOf(attempt)).percentage
	const why = alike ? ` ${texts.alike}` : ''
	return (
		<>
			<Tick label={texts.unweighted} on={on} onChange={onChange} />
			<div role="status">
				{on && (
					<p className="mb-3 rounded-field border-2 border-dashed border-edge px-4 py-3 text-sm">
						<strong className="font-semibold">{texts.whatIfAll}</strong>
						<span>{` ${texts.whatIfText(figureText(other, attempt.quizType), figureText(percentage, attempt.quizType))}${why}`}</span>
					</p>
				)}
			</div>
		</>
	)
}

/** Contribution of a line to a score: "1.5 × 0.75 = 1.125". */
export const countsText = ({ weight, agreement }: ScoreLine): string =>
	agreement === null
		? texts.notCounted
		: `${numberText(weight)} × ${numberText(agreement)} = ${numberText(weight * agreement)}`

/** Formula of a percentage: "12.25 ÷ 20 × 100 = 61.3%". */
export const sumText = ({ weightedAgreement, totalWeight, percentage }: Figure): string =>
	`${numberText(weightedAgreement)} ÷ ${numberText(totalWeight)} × 100 = ${percentText(percentage ?? 0)}`

/** Weight with its factors if known: "1.65 (importance 1.1 × Economy 1.5)". */
const weightText = (statement: Statement): string => {
	const parts = weightParts(statement)
	const weight = numberText(statement.weight)
	if (parts === null) return weight
	const { importance, category, categoryWeight } = parts
	const name = topicText(category)
	return texts.weightOf(weight, numberText(importance), name, numberText(categoryWeight))
}

export interface WhyProps {
	readonly candidate: CandidateResult
	readonly results: Pick<AttemptResults, 'attempt' | 'words'>
}

/** Line-by-line explanation of a candidate's percentage in words, with the arithmetic on demand; unweighted too. */
export const Why = ({ candidate, results }: WhyProps) => {
	const { attempt, words } = results
	const [math, setMath] = useState(false)
	const [unweighing, setUnweighing] = useState(false)
	const equal = math && unweighing
	const { percentage, totalWeight } = candidate
	const lines = equal ? unweightedLines(candidate.lines) : candidate.lines
	const asked = new Map(attempt.statements.map((statement) => [statement.policyId, statement]))
	const weightOf = ({ policyId, weight }: ScoreLine): string => {
		const statement = equal ? undefined : asked.get(policyId)
		return statement ? weightText(statement) : numberText(weight)
	}
	const figure = equal ? unweighted(candidate.lines, scoringOf(attempt)) : candidate
	return (
		<Fold title={texts.why}>
			<Tick label={texts.showMath} on={math} onChange={setMath} />
			{math && (
				<>
					<p className="text-sm text-muted">{`${agreementText(attempt)} ${texts.weighed}`}</p>
					<WhatIf
						attempt={attempt}
						lines={candidate.lines}
						percentage={percentage}
						on={unweighing}
						onChange={setUnweighing}
					/>
				</>
			)}
			<ul className="divide-y divide-base-300 border-t border-base-300">
				{lines.map((line) => (
					<ScoredLine
						key={line.policyId}
						line={line}
						attempt={attempt}
						words={words(line.policyId, candidate.candidateId ?? '')}
						{...(math && {
							facts: { [texts.weight]: weightOf(line), [texts.counts]: countsText(line) },
						})}
					/>
				))}
			</ul>
			{math && percentage !== null && totalWeight > 0 && (
				<p className="border-t-2 border-base-content/40 py-3 font-medium tabular-nums">
					{`${equal ? `${texts.whatIf} ` : ''}${sumText(figure)}`}
				</p>
			)}
		</Fold>
	)
}
