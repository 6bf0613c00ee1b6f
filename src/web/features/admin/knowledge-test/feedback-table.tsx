import { ArrowDown } from 'lucide-react'
import { useState } from 'react'
import { FEEDBACK_PAGE_SIZES, type FeedbackRecord } from '#contract/admin/knowledge-test.ts'
import { knowledgeTest as texts } from '#web/texts/en/admin/knowledge-test.ts'
import { agoText, numberText, wholeMoment } from '#web/ui/format.ts'
import { Select } from '../kit/fields.tsx'
import { accuracyText, beginningOf, correctText, versusText } from './analytics-tables.ts'
import type { Direction, PlaceProps } from './use-feedback.ts'

const FeedbackText = ({ text }: { readonly text: string }) => {
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

const TestDetails = ({ testResult }: Pick<FeedbackRecord, 'testResult'>) => {
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

const Accuracy = ({ testResult }: Pick<FeedbackRecord, 'testResult'>) => {
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

// On a phone, cells are stacked and only the sortable header is visible.
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
	readonly empty: string
}

export const FeedbackTable = ({ rows, empty, direction, onDirection }: FeedbackTableProps) => (
	// A wrapper, because a table with collapsed borders cannot have rounded corners.
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

interface PagerProps extends PlaceProps {
	readonly totalPages: number
}

const SIZES = FEEDBACK_PAGE_SIZES.map((size) => ({
	value: String(size),
	label: texts.perPage(size),
}))

const Steps = ({ place, totalPages, onPlace }: PagerProps) => {
	const { page } = place
	const step = (by: number): void => {
		const next = page + by
		if (next >= 0 && next < totalPages) onPlace({ ...place, page: next })
	}
	return (
		<div className="flex flex-wrap items-center gap-3">
			<button type="button" className="btn" aria-disabled={page === 0} onClick={() => step(-1)}>
				{texts.previous}
			</button>
			<p role="status">{texts.pageOf(numberText(page + 1), numberText(totalPages))}</p>
			<button
				type="button"
				className="btn"
				aria-disabled={page >= totalPages - 1}
				onClick={() => step(1)}
			>
				{texts.next}
			</button>
		</div>
	)
}

export const Pager = (props: PagerProps) => {
	const { place, totalPages, onPlace } = props
	return (
		<nav
			aria-label={texts.pages}
			className="mt-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-3"
		>
			{totalPages > 1 && <Steps {...props} />}
			<div className="ms-auto w-44">
				<Select
					label={texts.pageSize}
					value={String(place.size)}
					options={SIZES}
					onValue={(value) => {
						const size = FEEDBACK_PAGE_SIZES.find((known) => String(known) === value)
						if (size !== undefined) onPlace({ ...place, page: 0, size })
					}}
				/>
			</div>
		</nav>
	)
}
