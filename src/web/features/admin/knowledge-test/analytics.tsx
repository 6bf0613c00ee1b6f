import { type TestAnalytics, testManagement } from '#contract/test-management.ts'
import { call } from '#web/app/client.ts'
import { common } from '#web/texts/admin/common.ts'
import { knowledgeTest as texts } from '#web/texts/admin/knowledge-test.ts'
import { numberText } from '#web/ui/numbers.ts'
import { Skeletons } from '#web/ui/skeletons.tsx'
import { ReadFailed } from '../lists/list-frame.tsx'
import { useRead } from '../lists/use-read.ts'
import { accuracyText, bucketsOf, secondsText, versusText } from './figures.ts'

const Figures = ({ analytics }: { readonly analytics: TestAnalytics }) => {
	const figures = [
		[texts.totalTests, numberText(analytics.totalTests)],
		[texts.averageAccuracy, accuracyText(analytics.averageAccuracy)],
		[texts.averageTime, secondsText(analytics.averageResponseTimeMs)],
	] as const
	return (
		<dl className="mt-4 grid grid-cols-[repeat(auto-fit,minmax(8rem,1fr))] gap-3">
			{figures.map(([name, value]) => (
				<div key={name} className="rounded-field bg-base-200 px-4 py-3">
					<dt className="text-sm text-muted">{name}</dt>
					<dd className="font-serif text-2xl font-semibold tabular-nums">{value}</dd>
				</div>
			))}
		</dl>
	)
}

/** How many tests came to which accuracy: a table whose numbers have bars beside them. */
const Distribution = ({ analytics }: { readonly analytics: TestAnalytics }) => (
	<table className="mt-5 w-full text-sm">
		<caption className="mb-2 text-start text-base font-semibold">{texts.distribution}</caption>
		<thead className="text-muted">
			<tr>
				<th scope="col" className="w-28 py-1 text-start font-medium">
					{texts.bucket}
				</th>
				<th scope="col" className="py-1 text-start font-medium">
					{texts.numberOfTests}
				</th>
			</tr>
		</thead>
		<tbody>
			{bucketsOf(analytics).map(({ label, count, length }) => (
				<tr key={label} className="border-t border-base-300">
					<th scope="row" className="py-1.5 text-start font-medium tabular-nums">
						{label}
					</th>
					<td className="py-1.5">
						<span className="grid grid-cols-[2.5rem_1fr] items-center gap-2">
							<span className="text-end tabular-nums">{numberText(count)}</span>
							<span aria-hidden="true" className="h-4 rounded-sm bg-base-200">
								<span
									className="block h-full rounded-sm bg-primary/70 forced-colors:bg-[CanvasText]"
									style={{ width: `${length}%` }}
								/>
							</span>
						</span>
					</td>
				</tr>
			))}
		</tbody>
	</table>
)

/** What the completed tests of a pair have come to. */
export const Analytics = ({ id }: { readonly id: string }) => {
	const { value, failure, reload } = useRead(id, (signal) =>
		call(testManagement.analytics, { params: { id } }, { signal }),
	)
	if (failure) {
		return <ReadFailed failure={failure} failed={texts.analyticsFailed} onRetry={reload} />
	}
	if (value === null) return <Skeletons label={common.loading} count={2} />
	return (
		<>
			<p className="mt-1 text-muted wrap-anywhere">{versusText(value)}</p>
			{value.totalTests === 0 ? (
				<p className="mt-4">{texts.noResults}</p>
			) : (
				<>
					<Figures analytics={value} />
					<Distribution analytics={value} />
				</>
			)}
		</>
	)
}
