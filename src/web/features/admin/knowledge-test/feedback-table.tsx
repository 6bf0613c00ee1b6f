import { ArrowDown } from 'lucide-react'
import type { FeedbackRecord } from '#contract/feedback.ts'
import { knowledgeTest as texts } from '#web/texts/admin/knowledge-test.ts'
import { agoText, wholeMoment } from '../history/moments.ts'
import { Accuracy, FeedbackText, TestDetails } from './feedback-cells.tsx'
import type { Direction } from './place.ts'

// On a phone the cells of a row stand below each other, and of the heads only what can be pressed is seen.
const CELL = 'block px-4 py-1.5 align-top md:table-cell md:py-3'
const HEAD = 'hidden px-4 py-3 text-start font-medium md:table-cell'
const COLUMNS = [
	[texts.text, ''],
	[texts.details, 'md:w-60'],
	[texts.accuracy, 'md:w-36'],
] as const

const When = ({ at }: { readonly at: string | null }) =>
	at === null ? (
		texts.none
	) : (
		<time dateTime={at}>
			<span className="block md:whitespace-nowrap">{wholeMoment(at)}</span>
			<span className="block text-sm text-muted">{agoText(at, Date.now())}</span>
		</time>
	)

interface DateHeadProps {
	readonly direction: Direction
	readonly onDirection: (direction: Direction) => void
}

/** The head of the dates, which turns their order round. */
const DateHead = ({ direction, onDirection }: DateHeadProps) => {
	const ascending = direction === 'ASC'
	return (
		<th
			scope="col"
			aria-sort={ascending ? 'ascending' : 'descending'}
			className="block px-1 py-0.5 text-start font-medium md:table-cell md:w-52"
		>
			<button
				type="button"
				className="inline-flex min-h-12 items-center gap-2 rounded-field px-3 font-medium text-base-content hover:bg-base-200"
				onClick={() => onDirection(ascending ? 'DESC' : 'ASC')}
			>
				<span>{texts.date}</span>
				<ArrowDown
					aria-hidden="true"
					className={`size-4 shrink-0 transition-transform ${ascending ? 'rotate-180' : ''}`}
				/>
			</button>
		</th>
	)
}

const Row = ({ record }: { readonly record: FeedbackRecord }) => {
	const { submittedAt, feedbackText, sessionId, testResult } = record
	return (
		<tr className="block border-t border-base-300 py-2.5 md:table-row md:py-0">
			<td className={CELL}>
				<When at={submittedAt} />
			</td>
			<td className={CELL}>
				<FeedbackText text={feedbackText} />
				{sessionId !== null && (
					<p className="mt-1 text-xs text-muted wrap-anywhere">{texts.session(sessionId)}</p>
				)}
			</td>
			<td className={CELL}>
				<TestDetails testResult={testResult} />
			</td>
			<td className={CELL}>
				<Accuracy testResult={testResult} />
			</td>
		</tr>
	)
}

interface FeedbackTableProps extends DateHeadProps {
	readonly rows: readonly FeedbackRecord[]
	/** What is said where there is none. */
	readonly empty: string
}

/** Feedback on the knowledge test, a row each. */
export const FeedbackTable = ({ rows, empty, direction, onDirection }: FeedbackTableProps) => (
	// The table's own borders are one with those of its cells, which have no round corners.
	<div className="rounded-box border border-base-300 bg-surface shadow-paper">
		<table className="block w-full md:table">
			<caption className="sr-only">{texts.feedback}</caption>
			<thead className="block text-sm text-muted md:table-header-group">
				<tr className="block md:table-row">
					<DateHead direction={direction} onDirection={onDirection} />
					{COLUMNS.map(([name, width]) => (
						<th key={name} scope="col" className={`${HEAD} ${width}`}>
							{name}
						</th>
					))}
				</tr>
			</thead>
			<tbody className="block md:table-row-group">
				{rows.map((record) => (
					<Row key={record.id} record={record} />
				))}
				{rows.length === 0 && (
					<tr className="block border-t border-base-300 md:table-row">
						<td
							colSpan={COLUMNS.length + 1}
							className="block px-6 py-10 text-center text-muted md:table-cell"
						>
							{empty}
						</td>
					</tr>
				)}
			</tbody>
		</table>
	</div>
)
