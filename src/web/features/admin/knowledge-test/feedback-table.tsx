import type { FeedbackRecord } from '#contract/feedback.ts'
import { knowledgeTest as texts } from '#web/texts/admin/knowledge-test.ts'
import { agoText, wholeMoment } from '../history/moments.ts'
import { Accuracy, FeedbackText, TestDetails } from './feedback-cells.tsx'

// On a phone the cells of a row stand below each other.
const CELL = 'block px-4 py-1.5 align-top md:table-cell md:py-3'
const COLUMNS = [
	[texts.date, 'w-44'],
	[texts.text, ''],
	[texts.details, 'w-56'],
	[texts.accuracy, 'w-36'],
] as const

const When = ({ at }: { readonly at: string | null }) =>
	at === null ? (
		texts.none
	) : (
		<time dateTime={at}>
			<span className="block">{wholeMoment(at)}</span>
			<span className="block text-sm text-muted">{agoText(at, Date.now())}</span>
		</time>
	)

/** Feedback on the knowledge test, a row each. */
export const FeedbackTable = ({ rows }: { readonly rows: readonly FeedbackRecord[] }) => (
	<table className="block w-full rounded-box border border-base-300 bg-surface shadow-paper md:table">
		<thead className="hidden text-sm text-muted md:table-header-group">
			<tr>
				{COLUMNS.map(([name, width]) => (
					<th key={name} scope="col" className={`px-4 py-3 text-start font-medium ${width}`}>
						{name}
					</th>
				))}
			</tr>
		</thead>
		<tbody className="block md:table-row-group">
			{rows.map(({ id, submittedAt, feedbackText, testResult }) => (
				<tr
					key={id}
					className="block border-base-300 py-2.5 not-first:border-t md:table-row md:border-t md:py-0"
				>
					<td className={CELL}>
						<When at={submittedAt} />
					</td>
					<td className={CELL}>
						<FeedbackText text={feedbackText} />
					</td>
					<td className={CELL}>
						<TestDetails testResult={testResult} />
					</td>
					<td className={CELL}>
						<Accuracy testResult={testResult} />
					</td>
				</tr>
			))}
		</tbody>
	</table>
)
