import { ChevronDown } from 'lucide-react'
import type { ScoreLine } from '#domain/score.ts'
import type { QuizType } from '#domain/types.ts'
import type { CandidateResult } from '#local/results.ts'
import { answerText } from '#web/ui/answers.ts'

const NUMBER = new Intl.NumberFormat('en-US', { maximumFractionDigits: 4 })
const text = (value: number): string => NUMBER.format(value)

const Line = ({ line, quizType }: { readonly line: ScoreLine; readonly quizType: QuizType }) => (
	<li className="py-3">
		<p>{line.text}</p>
		<dl className="mt-1 flex flex-wrap gap-x-4 text-sm text-muted">
			<div className="flex gap-1">
				<dt>Your answer:</dt>
				<dd className="font-medium text-base-content">{answerText(quizType, line.value)}</dd>
			</div>
			<div className="flex gap-1">
				<dt>Weight:</dt>
				<dd className="tabular-nums">{text(line.weight)}</dd>
			</div>
			<div className="flex gap-1">
				<dt>Counts:</dt>
				<dd className="tabular-nums">
					{line.agreement === null
						? 'not counted'
						: `${text(line.weight)} × ${text(line.agreement)} = ${text(line.weight * line.agreement)}`}
				</dd>
			</div>
		</dl>
	</li>
)

const AGREEMENT: Readonly<Record<QuizType, string>> = {
	SCALE:
		'Strongly agree counts 1, agree 0.75, neutral 0.5, disagree 0.25 and strongly disagree 0, each times the statement’s weight.',
	BINARY: 'Agree counts 1 and disagree 0, each times the statement’s weight.',
	POLICY_PICK: 'A policy that you picked counts 1, any other 0, each times its weight.',
}

interface WhyProps {
	readonly candidate: CandidateResult
	readonly quizType: QuizType
}

/** The arithmetic behind a candidate's figure, line by line. */
export const Why = ({ candidate, quizType }: WhyProps) => {
	const { lines, weightedAgreement, totalWeight, percentage } = candidate
	return (
		<details className="group mt-4 border-t border-base-300">
			<summary className="flex min-h-12 cursor-pointer list-none items-center justify-between font-medium text-primary [&::-webkit-details-marker]:hidden">
				Why this score
				<ChevronDown
					aria-hidden="true"
					className="size-5 transition-transform group-open:rotate-180"
				/>
			</summary>
			<p className="text-sm text-muted">{AGREEMENT[quizType]}</p>
			<ul className="mt-2 divide-y divide-base-300 border-t border-base-300">
				{lines.map((line) => (
					<Line key={line.policyId} line={line} quizType={quizType} />
				))}
			</ul>
			{percentage !== null && totalWeight > 0 && (
				<p className="border-t-2 border-base-content/40 pt-3 font-medium tabular-nums">
					{text(weightedAgreement)} ÷ {text(totalWeight)} × 100 = {text(percentage)}%
				</p>
			)}
		</details>
	)
}
