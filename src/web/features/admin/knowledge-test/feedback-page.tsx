import { useState } from 'react'
import { FEEDBACK_PAGE_SIZES, type FeedbackRecord } from '#contract/admin/knowledge-test.ts'
import { FEEDBACK_COLUMNS, feedbackCells } from '#domain/csv.ts'
import { useCapability } from '#web/app/capabilities.ts'
import { common } from '#web/texts/en/admin/common.ts'
import { knowledgeTest as texts } from '#web/texts/en/admin/knowledge-test.ts'
import { numberText, sizeText } from '#web/ui/format.ts'
import { Skeletons } from '#web/ui/notice.tsx'
import { toast } from '#web/ui/toast.ts'
import { datedName, saveCsv } from '../kit/csv.ts'
import { ReadFailed, SearchField } from '../kit/list.tsx'
import { AdminPage } from '../kit/page.tsx'
import { failureOf } from '../kit/queries.ts'
import { Configurations, useConfigurations } from './configurations.tsx'
import { FeedbackTable, Pager } from './feedback-table.tsx'
import {
	type Direction,
	type Feedback,
	matchesTerm,
	type PlaceProps,
	useExport,
	useFeedback,
} from './use-feedback.ts'

const exportTexts = texts.everything

interface ExportEverythingProps {
	readonly direction: Direction
	readonly disabled: boolean
}

const ExportEverything = ({ direction, disabled }: ExportEverythingProps) => {
	const { bytes, said, run, cancel } = useExport()
	const busy = bytes !== null
	return (
		<>
			<button
				type="button"
				className="btn tabular-nums"
				aria-disabled={busy || disabled}
				onClick={() => {
					if (!busy && !disabled) run(direction)
				}}
			>
				{busy ? exportTexts.exporting(sizeText(bytes)) : exportTexts.export}
			</button>
			{busy && (
				<button type="button" className="btn btn-ghost" onClick={cancel}>
					{exportTexts.cancel}
				</button>
			)}
			<p role="status" className="basis-full text-sm empty:hidden">
				{said?.good && said.text}
			</p>
			<p role="alert" className="basis-full text-sm font-medium text-error empty:hidden">
				{said && !said.good && said.text}
			</p>
		</>
	)
}

const TotalFeedback = ({ feedback: { shown } }: { readonly feedback: Feedback }) => (
	<span className="badge badge-outline">
		{`${texts.totalFeedback}: ${shown ? numberText(shown.totalElements) : texts.coming}`}
	</span>
)

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

const FeedbackPart = (props: FeedbackPartProps) => {
	const { shown, failure, refetch } = props.feedback
	const offered = useCapability('feedback-export')
	const [term, setTerm] = useState('')
	const failed = failure && (
		<ReadFailed failure={failure} failed={texts.feedbackFailed} onRetry={refetch} />
	)
	if (shown === undefined) return failed ?? <Skeletons label={common.loading} count={4} />
	return (
		<>
			<div className="mb-4 grid items-start gap-3 lg:grid-cols-[minmax(0,1fr)_auto]">
				<search>
					<SearchField label={texts.search} term={term} delayMs={0} onSearch={setTerm} />
				</search>
				<div className="flex flex-wrap gap-2">
					<ExportPage rows={failure ? [] : shown.content} />
					{offered && (
						<ExportEverything
							direction={props.place.direction}
							disabled={shown.totalElements === 0}
						/>
					)}
				</div>
			</div>
			{failed ?? <Found {...props} term={term} />}
		</>
	)
}

export const FeedbackPage = (props: PlaceProps) => {
	const feedback = useFeedback(props)
	return (
		<AdminPage
			title={texts.feedbackTitle}
			about={texts.feedbackAbout}
			actions={<TotalFeedback feedback={feedback} />}
		>
			<FeedbackPart {...props} feedback={feedback} />
		</AdminPage>
	)
}

export const ModeratorPage = (props: PlaceProps) => {
	const configurations = useConfigurations()
	const feedback = useFeedback(props)
	const settled = configurations.data !== undefined || failureOf(configurations) !== null
	return (
		<AdminPage title={common.pages.dashboard} about={texts.moderatorAbout}>
			<section>
				<h2 className="mb-3 text-xl font-semibold">{texts.configurations}</h2>
				<Configurations query={configurations} empty={texts.noConfigurations} />
			</section>
			{/* Load in parallel, but hide until the part above has its height: a layout shift would move the content under a
			    finger. */}
			<section hidden={!settled} className="mt-8">
				<div className="mb-3 flex flex-wrap items-center gap-3">
					<h2 className="text-xl font-semibold">{texts.feedback}</h2>
					<TotalFeedback feedback={feedback} />
				</div>
				<FeedbackPart {...props} feedback={feedback} />
			</section>
		</AdminPage>
	)
}
