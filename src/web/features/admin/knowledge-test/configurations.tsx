import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { Trash } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { type TestConfiguration, testManagement } from '#contract/admin/knowledge-test.ts'
import { call } from '#web/app/api.ts'
import { common } from '#web/texts/en/admin/common.ts'
import { knowledgeTest as texts } from '#web/texts/en/admin/knowledge-test.ts'
import { momentText } from '#web/ui/format.ts'
import { IconButton } from '../kit/actions.tsx'
import { EmptyNote, Loaded } from '../kit/list.tsx'
import { unwrap } from '../kit/queries.ts'
import { AnalyticsDialog } from './analytics.tsx'
import { versusText } from './analytics-tables.ts'

interface CardProps {
	readonly configuration: TestConfiguration
	readonly standing: ReactNode
	readonly onAnalytics: () => void
	readonly onRemove?: (() => void) | undefined
}

const Card = ({ configuration, standing, onAnalytics, onRemove }: CardProps) => {
	const { createdAt } = configuration
	const title = versusText(configuration)
	const created = momentText(createdAt)
	return (
		<article className="flex h-full flex-col items-start rounded-box border border-base-300 bg-surface p-5 shadow-paper">
			<h3 className="text-lg leading-snug font-semibold wrap-anywhere">{title}</h3>
			{created !== null && <p className="mt-1 text-sm text-muted">{texts.created(created)}</p>}
			<div className="mt-3 mb-4 w-full">{standing}</div>
			<div className="mt-auto flex flex-wrap gap-2">
				<button
					type="button"
					className="btn"
					aria-label={common.of(texts.viewAnalytics, title)}
					onClick={onAnalytics}
				>
					{texts.viewAnalytics}
				</button>
				{onRemove && (
					<IconButton
						label={common.remove}
						name={title}
						icon={Trash}
						className="text-error"
						onPress={onRemove}
					/>
				)}
			</div>
		</article>
	)
}

const Badge = ({ isActive }: Pick<TestConfiguration, 'isActive'>) => (
	<span className={`badge ${isActive ? 'badge-success' : 'badge-ghost'}`}>
		{isActive ? texts.active : texts.inactive}
	</span>
)

export const CONFIGURATIONS = ['test-configurations']

export const useConfigurations = (): UseQueryResult<readonly TestConfiguration[]> =>
	useQuery({
		queryKey: CONFIGURATIONS,
		queryFn: ({ signal }) => unwrap(call(testManagement.all, {}, { signal })),
	})

/** Creation time in ms since 1970; 0 if unknown. */
const made = ({ createdAt }: TestConfiguration): number => Date.parse(createdAt ?? '') || 0

interface ConfigurationsProps {
	readonly query: UseQueryResult<readonly TestConfiguration[]>
	readonly empty: string
	readonly standing?: (configuration: TestConfiguration) => ReactNode
	readonly onRemove?: (configuration: TestConfiguration) => void
}

export const Configurations = ({
	query,
	empty,
	standing = Badge,
	onRemove,
}: ConfigurationsProps) => {
	const [open, setOpen] = useState<TestConfiguration | null>(null)
	return (
		<>
			<Loaded query={query} failed={texts.configurationsFailed}>
				{(rows) =>
					rows.length === 0 ? (
						<EmptyNote>{empty}</EmptyNote>
					) : (
						<ul className="grid gap-4 sm:grid-cols-2 xl:grid-cols-3">
							{rows
								.toSorted((a, b) => made(a) - made(b))
								.map((configuration) => (
									<li key={configuration.id}>
										<Card
											configuration={configuration}
											standing={standing(configuration)}
											onAnalytics={() => setOpen(configuration)}
											onRemove={onRemove && (() => onRemove(configuration))}
										/>
									</li>
								))}
						</ul>
					)
				}
			</Loaded>
			{open && <AnalyticsDialog configuration={open} onClose={() => setOpen(null)} />}
		</>
	)
}
