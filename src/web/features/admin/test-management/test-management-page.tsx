import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import { useId, useState } from 'react'
import { type TestConfiguration, testManagement } from '#contract/admin/knowledge-test.ts'
import type { Reply } from '#contract/endpoint.ts'
import { call, uuid } from '#web/app/api.ts'
import { useCapability } from '#web/app/capabilities.ts'
import { common } from '#web/texts/en/admin/common.ts'
import { knowledgeTest, testManagement as texts } from '#web/texts/en/admin/knowledge-test.ts'
import { useOneAtATime } from '#web/ui/hooks.ts'
import { Skeletons } from '#web/ui/notice.tsx'
import { toast } from '#web/ui/toast.ts'
import { DeleteDialog, type RemovalHeard } from '../kit/delete-dialog.tsx'
import { errorText } from '../kit/errors.ts'
import { ReadFailed } from '../kit/list.tsx'
import { AdminPage, NewButton } from '../kit/page.tsx'
import { failureOf, invalidate, queryClient, unwrap } from '../kit/queries.ts'
import { Switch } from '../kit/switch.tsx'
import { versusText } from '../knowledge-test/analytics-tables.ts'
import {
	CONFIGURATIONS,
	Configurations,
	useConfigurations,
} from '../knowledge-test/configurations.tsx'
import { CreateDialog } from './create-dialog.tsx'

export interface Feature {
	readonly query: UseQueryResult<unknown>
	/** True if the test is open to the public; null until loaded. */
	readonly enabled: boolean | null
	readonly busy: boolean
	toggle(enabled: boolean): void
}

type FeatureStatus = Reply<typeof testManagement.featureStatus>

const FEATURE = ['test-feature']

const useFeature = (): Feature => {
	const query = useQuery({
		queryKey: FEATURE,
		queryFn: ({ signal }) => unwrap(call(testManagement.featureStatus, {}, { signal })),
	})
	const { busy, run } = useOneAtATime()
	const act = async (enabled: boolean): Promise<void> => {
		const query = { enabled: enabled ? 'true' : 'false' } as const
		const reply = await call(testManagement.toggle, { query }, { idempotencyKey: uuid() })
		if (!reply.ok) return toast(errorText(reply.error, texts.toggleFailed))
		queryClient.setQueryData<FeatureStatus>(
			FEATURE,
			(now) => now && { ...now, featureEnabled: enabled },
		)
		toast(enabled ? texts.wasEnabled : texts.wasDisabled, 'good')
	}
	return {
		query,
		enabled: query.data?.featureEnabled ?? null,
		busy,
		toggle: (enabled) => run(() => act(enabled)),
	}
}

type List = readonly TestConfiguration[]

interface FeatureCardProps {
	readonly feature: Feature
	readonly list: List | undefined
}

const Outcome = ({ list }: { readonly list: List }) => {
	const active = list.find(({ isActive }) => isActive)
	if (active) return <p className="mt-3">{texts.asked(versusText(active))}</p>
	return (
		<p className="mt-3 rounded-field border border-warning bg-base-200 px-4 py-3 font-medium">
			{`${texts.noneActive} ${list.length > 0 ? texts.activateOne : texts.createOne}`}
		</p>
	)
}

/** Switch that opens the knowledge test to the public. It cannot be switched on without a configuration. */
const FeatureCard = ({ feature, list }: FeatureCardProps) => {
	const id = useId()
	const [refused, setRefused] = useState(false)
	const { query, enabled, busy, toggle } = feature
	const failure = failureOf(query)
	if (failure) {
		return <ReadFailed failure={failure} failed={texts.featureFailed} onRetry={query.refetch} />
	}
	const on = enabled ?? false
	const state = on ? texts.enabled : texts.disabled
	const none = list?.length === 0
	const press = (): void => {
		setRefused(none && !on)
		if (on || !none) toggle(!on)
	}
	return (
		<section
			aria-labelledby={`${id}-title`}
			className="rounded-box border border-base-300 bg-surface p-4 shadow-paper sm:p-6"
		>
			<div className="flex flex-wrap items-center gap-x-4 gap-y-1">
				<h2 id={`${id}-title`} className="min-w-0 flex-1 basis-48 text-xl font-semibold">
					{texts.enable}
				</h2>
				<Switch
					name={`${texts.enable}: ${state}`}
					label={state}
					on={on}
					busy={busy}
					describedBy={`${id}-help`}
					onSwitch={press}
				/>
			</div>
			<p id={`${id}-help`} className="mt-1 text-muted">
				{texts.help}
			</p>
			<p role="alert" className="mt-3 font-medium text-error empty:hidden">
				{refused && none && texts.noneToEnable}
			</p>
			<div role="status">{on && list && <Outcome list={list} />}</div>
		</section>
	)
}

export interface Activation {
	readonly activating: string | null
	activate(id: string): void
}

const withActive = (list: List, id: string): List =>
	list.map((row) => ({ ...row, isActive: row.id === id }))

const rereadConfigurations = (): void => invalidate(...CONFIGURATIONS)

const useActivation = (): Activation => {
	const { run } = useOneAtATime()
	const [activating, setActivating] = useState<string | null>(null)
	const act = async (id: string): Promise<void> => {
		setActivating(id)
		const reply = await call(
			testManagement.activate,
			{ params: { id } },
			{ idempotencyKey: uuid() },
		)
		setActivating(null)
		if (!reply.ok) return toast(errorText(reply.error, texts.activateFailed))
		queryClient.setQueryData<List>(CONFIGURATIONS, (list) => list && withActive(list, id))
		toast(texts.activated, 'good')
		rereadConfigurations()
	}
	return {
		activating,
		activate: (id) => run(() => act(id)),
	}
}

interface ActiveProps extends Pick<Activation, 'activating' | 'activate'> {
	readonly configuration: TestConfiguration
}

/** Switch of a configuration. The active one is locked: activate another one instead. */
const Active = ({ configuration, activating, activate }: ActiveProps) => {
	const why = useId()
	const { id, isActive } = configuration
	return (
		<div className="-ms-2">
			<Switch
				name={texts.switch(versusText(configuration))}
				label={knowledgeTest.active}
				on={isActive}
				busy={activating === id}
				locked={isActive}
				describedBy={isActive ? why : undefined}
				onSwitch={() => activate(id)}
			/>
			{isActive && (
				<p id={why} className="px-2 text-sm text-muted">
					{texts.onlyActive}
				</p>
			)}
		</div>
	)
}

interface RemovePairProps extends RemovalHeard {
	readonly configuration: TestConfiguration
}

const RemovePair = ({ configuration, ...heard }: RemovePairProps) => {
	const { id, isActive } = configuration
	const params = { id }
	const name = versusText(configuration)
	return (
		<DeleteDialog
			{...heard}
			title={texts.removeTitle(name)}
			name={name}
			record={{}}
			describe={() => []}
			consequences={async () => {
				const reply = await call(testManagement.analytics, { params })
				if (!reply.ok) return reply
				const lines = [texts.removeAnalytics(reply.value.totalTests)]
				return { ok: true, value: isActive ? [texts.removeActive, ...lines] : lines }
			}}
			remove={(options) => call(testManagement.remove, { params }, options)}
			reread={async () => ({ ok: true, value: {} })}
			failed={texts.deleteFailed}
		/>
	)
}

const isSettled = (query: UseQueryResult<unknown>): boolean =>
	query.data !== undefined || failureOf(query) !== null

const Actions = ({ onCreate }: { readonly onCreate: () => void }) => (
	<>
		<Link to="/admin" className="btn">
			<ArrowLeft aria-hidden="true" className="size-5 shrink-0 rtl:-scale-x-100" />
			<span>{texts.back}</span>
		</Link>
		<NewButton label={texts.create} onNew={onCreate} />
	</>
)

export const TestManagementPage = () => {
	const [creating, setCreating] = useState(false)
	const [removing, setRemoving] = useState<TestConfiguration | null>(null)
	const removable = useCapability('test-deletion')
	const configurations = useConfigurations()
	const feature = useFeature()
	const { activating, activate } = useActivation()
	const settled = isSettled(configurations) && isSettled(feature.query)
	return (
		<AdminPage
			title={common.pages.testManagement}
			about={texts.about}
			actions={<Actions onCreate={() => setCreating(true)} />}
		>
			{/* Render both parts together: a later layout shift would move the content under a finger. */}
			{settled ? (
				<>
					<FeatureCard feature={feature} list={configurations.data} />
					<h2 className="mt-8 mb-3 text-xl font-semibold">{knowledgeTest.configurations}</h2>
					<Configurations
						query={configurations}
						empty={texts.empty}
						standing={(configuration) => (
							<Active configuration={configuration} activating={activating} activate={activate} />
						)}
						{...(removable && { onRemove: setRemoving })}
					/>
				</>
			) : (
				<Skeletons label={common.loading} count={4} />
			)}
			{removing && (
				<RemovePair
					configuration={removing}
					onRemoved={rereadConfigurations}
					onRestored={rereadConfigurations}
					onClose={() => setRemoving(null)}
				/>
			)}
			{creating && (
				<CreateDialog
					onCreated={() => {
						setCreating(false)
						rereadConfigurations()
					}}
					onClose={() => setCreating(false)}
				/>
			)}
		</AdminPage>
	)
}
