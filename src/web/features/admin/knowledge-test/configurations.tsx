import { useState } from 'react'
import { type TestConfiguration, testManagement } from '#contract/test-management.ts'
import { call } from '#web/app/client.ts'
import { common } from '#web/texts/admin/common.ts'
import { knowledgeTest as texts } from '#web/texts/admin/knowledge-test.ts'
import { momentText } from '#web/ui/dates.ts'
import { Skeletons } from '#web/ui/skeletons.tsx'
import { ReadFailed } from '../lists/list-frame.tsx'
import { type Read, useRead } from '../lists/use-read.ts'
import { AnalyticsDialog } from './analytics-dialog.tsx'
import { versusText } from './figures.ts'

interface CardProps {
	readonly configuration: TestConfiguration
	readonly onAnalytics: () => void
}

const Card = ({ configuration, onAnalytics }: CardProps) => {
	const { createdAt, isActive } = configuration
	const title = versusText(configuration)
	const created = momentText(createdAt)
	return (
		<article className="flex h-full flex-col items-start rounded-box border border-base-300 bg-surface p-5 shadow-paper">
			<h3 className="text-lg leading-snug font-semibold wrap-anywhere">{title}</h3>
			{created !== null && <p className="mt-1 text-sm text-muted">{texts.created(created)}</p>}
			<p className="mt-3 mb-4">
				<span className={`badge ${isActive ? 'badge-success' : 'badge-ghost'}`}>
					{isActive ? texts.active : texts.inactive}
				</span>
			</p>
			<button
				type="button"
				className="btn mt-auto"
				aria-label={common.of(texts.viewAnalytics, title)}
				onClick={onAnalytics}
			>
				{texts.viewAnalytics}
			</button>
		</article>
	)
}

/** Reads the pairs of the knowledge test. */
export const useConfigurations = (): Read<readonly TestConfiguration[]> =>
	useRead('configurations', (signal) => call(testManagement.all, {}, { signal }))

/** The pairs of the knowledge test, oldest first, each with the way to its analytics. */
export const Configurations = ({ read }: { readonly read: Read<readonly TestConfiguration[]> }) => {
	const { value, failure, reload } = read
	const [open, setOpen] = useState<string | null>(null)
	if (failure) {
		return <ReadFailed failure={failure} failed={texts.configurationsFailed} onRetry={reload} />
	}
	if (value === null) return <Skeletons label={common.loading} count={2} />
	if (value.length === 0) return <p className="text-muted">{texts.noConfigurations}</p>
	return (
		<>
			<ul className="grid gap-4 sm:grid-cols-2 xl:grid-cols-3">
				{value.map((configuration) => (
					<li key={configuration.id}>
						<Card configuration={configuration} onAnalytics={() => setOpen(configuration.id)} />
					</li>
				))}
			</ul>
			{open !== null && <AnalyticsDialog id={open} onClose={() => setOpen(null)} />}
		</>
	)
}
