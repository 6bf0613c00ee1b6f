import { ChevronDown } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { Quote } from '#contract/quiz.ts'
import type { AttemptResults, CandidateResult } from '#device/results.ts'
import {
	type Figure,
	type ScoreLine,
	scoringOf,
	unweighted,
	unweightedLines,
	weightParts,
} from '#domain/score.ts'
import type { QuizType, Statement } from '#domain/types.ts'
import { results as texts } from '#web/texts/en/results.ts'
import { contentLanguage } from '#web/texts/language.ts'
import { answerText } from '#web/ui/format.ts'
import { agreementText, figureText, numberText, percentText } from './words.ts'

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

/** Accept only http(s): admins typed these URLs, and `javascript:` must not run. */
const isPage = (url: string): boolean => /^https?:/i.test(url) && URL.canParse(url)

export const OwnWords = ({ quote, source, url }: Quote) => (
	<details className="mt-1 text-sm">
		<summary className="flex min-h-11 cursor-pointer items-center font-medium text-primary">
			{texts.ownWords}
		</summary>
		<figure className="rounded-box border border-base-300 px-4 py-3">
			<blockquote lang={contentLanguage} className="whitespace-pre-line wrap-anywhere">
				{quote}
			</blockquote>
			{(source !== null || url !== null) && (
				<figcaption className="mt-1 wrap-anywhere text-muted">
					{source !== null && <span>{url === null ? source : `${source} · `}</span>}
					{url !== null &&
						(isPage(url) ? (
							<a
								className="font-medium text-primary underline"
								href={url}
								target="_blank"
								rel="noopener noreferrer"
							>
								{texts.openSource(url)}
							</a>
						) : (
							<span>{url}</span>
						))}
				</figcaption>
			)}
		</figure>
	</details>
)

interface ScoredLineProps {
	readonly line: ScoreLine
	readonly quizType: QuizType
	readonly facts: Readonly<Record<string, string>>
	readonly quote?: Quote | undefined
}

export const ScoredLine = ({ line, quizType, facts, quote }: ScoredLineProps) => (
	<li className="off-screen py-3 wrap-anywhere">
		<p lang={contentLanguage}>{line.text}</p>
		<dl className="mt-1 flex flex-wrap gap-x-4 text-sm text-muted">
			<div className="flex gap-1">
				<dt>{texts.yourAnswer}:</dt>
				<dd className="font-medium text-base-content">{answerText(quizType, line.value)}</dd>
			</div>
			{Object.entries(facts).map(([name, figure]) => (
				<div key={name} className="flex min-w-0 flex-wrap gap-1">
					<dt>{`${name}:`}</dt>
					<dd className="min-w-0 tabular-nums wrap-anywhere">{figure}</dd>
				</div>
			))}
		</dl>
		{quote?.quote && <OwnWords {...quote} />}
	</li>
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
			<label className="flex min-h-12 cursor-pointer items-center gap-3">
				<input
					type="checkbox"
					className="checkbox checkbox-primary border-edge"
					checked={on}
					onChange={(event) => onChange(event.target.checked)}
				/>
				{texts.unweighted}
			</label>
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

const categories: Readonly<Record<string, string>> = texts.categories

/** Weight with its factors if known: "1.65 (importance 1.1 × Economy 1.5)". */
const weightText = (statement: Statement): string => {
	const parts = weightParts(statement)
	const weight = numberText(statement.weight)
	if (parts === null) return weight
	const { importance, category, categoryWeight } = parts
	const name = categories[category] ?? category
	return texts.weightOf(weight, numberText(importance), name, numberText(categoryWeight))
}

interface WhyProps {
	readonly candidate: CandidateResult
	readonly results: Pick<AttemptResults, 'attempt' | 'words'>
}

/** Line-by-line breakdown of a candidate's percentage; unweighted on demand. */
export const Why = ({ candidate, results }: WhyProps) => {
	const { attempt, words } = results
	const { quizType, statements } = attempt
	const [equal, setEqual] = useState(false)
	const { percentage, totalWeight } = candidate
	const lines = equal ? unweightedLines(candidate.lines) : candidate.lines
	const asked = new Map(statements.map((statement) => [statement.policyId, statement]))
	const weightOf = ({ policyId, weight }: ScoreLine): string => {
		const statement = equal ? undefined : asked.get(policyId)
		return statement ? weightText(statement) : numberText(weight)
	}
	const figure = equal ? unweighted(candidate.lines, scoringOf(attempt)) : candidate
	return (
		<Fold title={texts.why}>
			<p className="text-sm text-muted">{`${agreementText(attempt)} ${texts.weighed}`}</p>
			<WhatIf
				attempt={attempt}
				lines={candidate.lines}
				percentage={percentage}
				on={equal}
				onChange={setEqual}
			/>
			<ul className="divide-y divide-base-300 border-t border-base-300">
				{lines.map((line) => (
					<ScoredLine
						key={line.policyId}
						line={line}
						quizType={quizType}
						quote={words(line.policyId, candidate.candidateId ?? '') ?? undefined}
						facts={{
							[texts.weight]: weightOf(line),
							[texts.counts]: countsText(line),
						}}
					/>
				))}
			</ul>
			{percentage !== null && totalWeight > 0 && (
				<p className="border-t-2 border-base-content/40 py-3 font-medium tabular-nums">
					{`${equal ? `${texts.whatIf} ` : ''}${sumText(figure)}`}
				</p>
			)}
		</Fold>
	)
}
