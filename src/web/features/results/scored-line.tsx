import type { Quote } from '#contract/quotes.ts'
import type { ScoreLine } from '#domain/score.ts'
import type { QuizType } from '#domain/types.ts'
import { contentLanguage } from '#web/texts/language.ts'
import { results as texts } from '#web/texts/results.ts'
import { answerText } from '#web/ui/answers.ts'
import { OwnWords } from './own-words.tsx'

interface ScoredLineProps {
	readonly line: ScoreLine
	readonly quizType: QuizType
	/** What is told of it beside the answer: names and figures. */
	readonly facts: Readonly<Record<string, string>>
	/** The candidate's own words, where they are known. */
	readonly quote?: Quote | undefined
}

/** A statement behind a figure: what was answered, and what that comes to. */
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
		{quote && <OwnWords {...quote} />}
	</li>
)
