import { useState } from 'react'
import type { FeedbackRecord } from '#contract/feedback.ts'
import { knowledgeTest as texts } from '#web/texts/admin/knowledge-test.ts'
import { accuracyText, beginningOf, correctText, versusText } from './figures.ts'

/** What a voter wrote; a long text is folded. */
export const FeedbackText = ({ text }: { readonly text: string }) => {
	const [open, setOpen] = useState(false)
	const beginning = beginningOf(text)
	return (
		<>
			<p className="whitespace-pre-line wrap-anywhere">
				{beginning === null || open ? text : beginning}
			</p>
			{beginning !== null && (
				<button
					type="button"
					aria-expanded={open}
					className="btn btn-ghost -ms-3"
					onClick={() => setOpen(!open)}
				>
					{open ? texts.showLess : texts.showMore}
				</button>
			)}
		</>
	)
}

/** What the test was that the feedback is about. */
export const TestDetails = ({ testResult }: Pick<FeedbackRecord, 'testResult'>) => {
	if (testResult === null) return <span className="text-muted">{texts.noTestData}</span>
	const correct = correctText(testResult)
	return (
		<>
			<span className="block wrap-anywhere">{versusText(testResult)}</span>
			{correct !== null && <span className="block text-sm text-muted">{correct}</span>}
			<span className={`badge mt-1 ${testResult.completed ? 'badge-success' : 'badge-ghost'}`}>
				{testResult.completed ? texts.completed : texts.incomplete}
			</span>
		</>
	)
}

/** How much was guessed right, with a bar. */
export const Accuracy = ({ testResult }: Pick<FeedbackRecord, 'testResult'>) => {
	// Of a test in which nothing was guessed there is none.
	const guessed = testResult?.totalPolicies !== 0
	const percentage = guessed ? (testResult?.accuracyPercentage ?? null) : null
	if (percentage === null) return <>{texts.none}</>
	return (
		<>
			<span className="tabular-nums">{accuracyText(percentage)}</span>
			<span aria-hidden="true" className="mt-1 block h-2 w-24 rounded-full bg-base-200">
				<span
					className="block h-full rounded-full bg-primary/70 forced-colors:bg-[CanvasText]"
					style={{ width: `${Math.min(100, Math.max(0, percentage))}%` }}
				/>
			</span>
		</>
	)
}
