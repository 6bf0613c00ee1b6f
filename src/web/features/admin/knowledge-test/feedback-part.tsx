import { useState } from 'react'
import { FEEDBACK_PAGE_SIZES, type FeedbackRecord } from '#contract/feedback.ts'
import { FEEDBACK_COLUMNS, feedbackCells } from '#domain/feedback-csv.ts'
import { common } from '#web/texts/admin/common.ts'
import { knowledgeTest as texts } from '#web/texts/admin/knowledge-test.ts'
import { numberText } from '#web/ui/numbers.ts'
import { Skeletons } from '#web/ui/skeletons.tsx'
import { toast } from '#web/ui/toasts-show.ts'
import { datedName, saveCsv } from '../csv/save-csv.ts'
import { ReadFailed } from '../lists/list-frame.tsx'
import { SearchField } from '../lists/search-field.tsx'
import { ExportEverything } from './export-everything.tsx'
import { matchesTerm } from './feedback-search.ts'
import { FeedbackTable } from './feedback-table.tsx'
import { Pager } from './pager.tsx'
import type { Feedback, PlaceProps } from './use-feedback.ts'

/** How much feedback there is, once that is known. */
export const TotalFeedback = ({ feedback: { shown } }: { readonly feedback: Feedback }) => (
	<span className="badge badge-outline">
		{`${texts.totalFeedback}: ${shown ? numberText(shown.totalElements) : texts.coming}`}
	</span>
)

/** Saves a page as it was read, whatever is looked for on it. */
const ExportPage = ({ rows }: { readonly rows: readonly FeedbackRecord[] }) => (
	<button
		type="button"
		className="btn"
		aria-disabled={rows.length === 0}
		onClick={() => {
			if (rows.length === 0) return
			saveCsv(datedName('feedback', Date.now()), FEEDBACK_COLUMNS, rows.map(feedbackCells)).catch(
				() => toast(texts.exportFailed),
			)
		}}
	>
		{texts.exportCsv}
	</button>
)

interface FeedbackPartProps extends PlaceProps {
	readonly feedback: Feedback
}

/** What is found on a page of the feedback. */
const Found = ({
	feedback,
	place,
	onPlace,
	term,
}: FeedbackPartProps & { readonly term: string }) => {
	const { content = [], totalElements = 0, totalPages = 0 } = feedback.shown ?? {}
	const rows = term === '' ? content : content.filter(matchesTerm(term))
	const searched = term !== '' && content.length > 0
	return (
		<div aria-busy={feedback.loading} className="transition-opacity aria-busy:opacity-60">
			<p role="status" className="mb-3 text-sm text-muted empty:hidden">
				{searched && texts.matches(numberText(rows.length), numberText(content.length))}
			</p>
			<FeedbackTable
				rows={rows}
				empty={searched ? `${texts.noFeedback}. ${texts.noMatch(term)}` : texts.noFeedback}
				direction={place.direction}
				onDirection={(direction) => onPlace({ ...place, page: 0, direction })}
			/>
			{totalElements > FEEDBACK_PAGE_SIZES[0] && (
				<Pager place={place} totalPages={totalPages} onPlace={onPlace} />
			)}
		</div>
	)
}

/** The feedback on the knowledge test, page by page, to search and to take away. */
export const FeedbackPart = (props: FeedbackPartProps) => {
	const { shown, failure, reload } = props.feedback
	const [term, setTerm] = useState('')
	const failed = failure && (
		<ReadFailed failure={failure} failed={texts.feedbackFailed} onRetry={reload} />
	)
	if (shown === null) return failed ?? <Skeletons label={common.loading} count={4} />
	return (
		<>
			<div className="mb-4 grid items-start gap-3 lg:grid-cols-[minmax(0,1fr)_auto]">
				<search>
					<SearchField label={texts.search} term={term} delayMs={0} onSearch={setTerm} />
				</search>
				<div className="flex flex-wrap gap-2">
					<ExportPage rows={failure ? [] : shown.content} />
					<ExportEverything
						direction={props.place.direction}
						disabled={shown.totalElements === 0}
					/>
				</div>
			</div>
			{failed ?? <Found {...props} term={term} />}
		</>
	)
}
