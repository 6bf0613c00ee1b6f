import {
	type TestAnalytics,
	type TestConfiguration,
	testManagement,
} from '#contract/test-management.ts'
import { fileSlug } from '#domain/written-forms.ts'
import { call } from '#web/app/client.ts'
import { common } from '#web/texts/admin/common.ts'
import { knowledgeTest as texts } from '#web/texts/admin/knowledge-test.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { useIsPrinting } from '#web/ui/printing.ts'
import { Skeletons } from '#web/ui/skeletons.tsx'
import { toast } from '#web/ui/toasts-show.ts'
import { datedName, saveCsv } from '../csv/save-csv.ts'
import { ReadFailed } from '../lists/list-frame.tsx'
import { useRead } from '../lists/use-read.ts'
import { Analytics } from './analytics.tsx'
import { ANALYTICS_COLUMNS, analyticsCells } from './analytics-csv.ts'
import { AnalyticsSheet } from './analytics-sheet.tsx'
import { versusText } from './figures.ts'

/** What can be taken away of the figures: on paper, and as a file. */
const Takeaways = ({ analytics }: { readonly analytics: TestAnalytics }) => {
	const printing = useIsPrinting()
	const save = (): void => {
		const name = datedName(`test_analytics_${fileSlug(versusText(analytics))}`, Date.now())
		saveCsv(name, ANALYTICS_COLUMNS, analyticsCells(analytics)).catch(() =>
			toast(texts.exportFailed),
		)
	}
	return (
		<>
			<button type="button" className="btn" onClick={() => print()}>
				{texts.print}
			</button>
			<button type="button" className="btn" onClick={save}>
				{texts.exportCsv}
			</button>
			{printing && <AnalyticsSheet analytics={analytics} />}
		</>
	)
}

interface AnalyticsDialogProps {
	readonly configuration: TestConfiguration
	readonly onClose: () => void
}

/** The analytics of a test configuration. */
export const AnalyticsDialog = ({ configuration, onClose }: AnalyticsDialogProps) => {
	const { id } = configuration
	const { value, failure, reload } = useRead(id, (signal) =>
		call(testManagement.analytics, { params: { id } }, { signal }),
	)
	// As the analytics name them, once they have come.
	const named = value ?? configuration
	return (
		<Dialog title={texts.analyticsTitle} onClose={onClose} className="max-w-4xl">
			<p className="mt-1 text-muted wrap-anywhere">{versusText(named)}</p>
			{failure && <ReadFailed failure={failure} failed={texts.analyticsFailed} onRetry={reload} />}
			{!failure && value === null && <Skeletons label={common.loading} count={2} />}
			{!failure && value && <Analytics analytics={value} />}
			<div className="sticky -bottom-6 -mx-6 mt-6 -mb-6 flex flex-wrap justify-end gap-3 border-t border-base-300 bg-surface px-6 py-4 short:static">
				{!failure && value !== null && value.totalTests > 0 && <Takeaways analytics={value} />}
				<button type="button" className="btn btn-primary" onClick={onClose}>
					{common.close}
				</button>
			</div>
		</Dialog>
	)
}
