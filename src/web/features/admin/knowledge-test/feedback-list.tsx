import { useState } from 'react'
import { feedback } from '#contract/feedback.ts'
import { call } from '#web/app/client.ts'
import { common } from '#web/texts/admin/common.ts'
import { knowledgeTest as texts } from '#web/texts/admin/knowledge-test.ts'
import { numberText } from '#web/ui/numbers.ts'
import { Skeletons } from '#web/ui/skeletons.tsx'
import { ReadFailed } from '../lists/list-frame.tsx'
import { useRead } from '../lists/use-read.ts'
import { FeedbackTable } from './feedback-table.tsx'
import { Pager } from './pager.tsx'
import type { Place } from './place.ts'

/** The last value that there was: a list stays while its next page is on its way. */
const useLast = <Value,>(value: Value | null): Value | null => {
	const [last, setLast] = useState(value)
	if (value !== null && value !== last) setLast(value)
	return value ?? last
}

interface FeedbackListProps {
	readonly place: Place
	readonly onPlace: (place: Place) => void
}

/** The feedback on the knowledge test, newest first, page by page. */
export const FeedbackList = ({ place, onPlace }: FeedbackListProps) => {
	const { page, size } = place
	const { value, failure, loading, reload } = useRead(`${page}/${size}`, (signal) =>
		call(feedback.page, { query: { page: String(page), size: String(size) } }, { signal }),
	)
	const shown = useLast(value)
	if (failure) {
		return <ReadFailed failure={failure} failed={texts.feedbackFailed} onRetry={reload} />
	}
	if (shown === null) return <Skeletons label={common.loading} count={4} />
	const { content, totalElements, totalPages } = shown
	return (
		<div aria-busy={loading} className="transition-opacity aria-busy:opacity-60">
			<p className="mb-3">
				<span className="badge badge-outline">
					{texts.totalFeedback}: {numberText(totalElements)}
				</span>
			</p>
			{content.length === 0 ? (
				<p className="rounded-box border border-base-300 bg-surface px-6 py-10 text-center text-muted">
					{texts.noFeedback}
				</p>
			) : (
				<FeedbackTable rows={content} />
			)}
			{totalPages > 1 && <Pager place={place} totalPages={totalPages} onPlace={onPlace} />}
		</div>
	)
}
