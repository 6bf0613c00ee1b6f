import { Link } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import { useId, useState } from 'react'
import { type TestConfiguration, testManagement } from '#contract/test-management.ts'
import { call } from '#web/app/client.ts'
import { common } from '#web/texts/admin/common.ts'
import { knowledgeTest } from '#web/texts/admin/knowledge-test.ts'
import { testManagement as texts } from '#web/texts/admin/test-management.ts'
import { Skeletons } from '#web/ui/skeletons.tsx'
import { type RemovalHeard, RemoveDialog } from '../forms/remove-dialog.tsx'
import { AdminPage } from '../frame/admin-page.tsx'
import { NewButton } from '../frame/new-button.tsx'
import { Configurations, useConfigurations } from '../knowledge-test/configurations.tsx'
import { versusText } from '../knowledge-test/figures.ts'
import type { Read } from '../lists/use-read.ts'
import { Switch } from '../switch.tsx'
import { CreateDialog } from './create-dialog.tsx'
import { FeatureCard } from './feature-card.tsx'
import { type Activation, useActivation } from './use-activation.ts'
import { useFeature } from './use-feature.ts'

interface ActiveProps extends Pick<Activation, 'activating' | 'activate'> {
	readonly configuration: TestConfiguration
}

/** The toggle of a pair. That of the active one cannot be switched off: another takes its place. */
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

/** Asks before a pair is deleted. */
const RemovePair = ({ configuration, ...heard }: RemovePairProps) => {
	const { id, isActive } = configuration
	const params = { id }
	const name = versusText(configuration)
	return (
		<RemoveDialog
			{...heard}
			title={texts.removeTitle(name)}
			record={{ name }}
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

const isSettled = ({ value, failure }: Read<unknown>): boolean => value !== null || failure !== null

const Actions = ({ onCreate }: { readonly onCreate: () => void }) => (
	<>
		<Link to="/admin" className="btn">
			<ArrowLeft aria-hidden="true" className="size-5 shrink-0 rtl:-scale-x-100" />
			<span>{texts.back}</span>
		</Link>
		<NewButton label={texts.create} onNew={onCreate} />
	</>
)

/** The knowledge test: whether it is open, whom it asks about, and what has come of it. */
export const TestManagementPage = () => {
	const [creating, setCreating] = useState(false)
	const [removing, setRemoving] = useState<TestConfiguration | null>(null)
	const configurations = useConfigurations()
	const feature = useFeature()
	const { list, activating, activate } = useActivation(configurations)
	const settled = isSettled(configurations) && isSettled(feature.read)
	return (
		<AdminPage
			title={common.pages.testManagement}
			about={texts.about}
			actions={<Actions onCreate={() => setCreating(true)} />}
		>
			{/* Both at once: what stands below would move under a finger. */}
			{settled ? (
				<>
					<FeatureCard feature={feature} list={list} />
					<h2 className="mt-8 mb-3 text-xl font-semibold">{knowledgeTest.configurations}</h2>
					<Configurations
						read={{ ...configurations, value: list }}
						empty={texts.empty}
						standing={(configuration) => (
							<Active configuration={configuration} activating={activating} activate={activate} />
						)}
						onRemove={setRemoving}
					/>
				</>
			) : (
				<Skeletons label={common.loading} count={4} />
			)}
			{removing && (
				<RemovePair
					configuration={removing}
					onRemoved={configurations.reload}
					onRestored={configurations.reload}
					onClose={() => setRemoving(null)}
				/>
			)}
			{creating && (
				<CreateDialog
					onCreated={() => {
						setCreating(false)
						configurations.reload()
					}}
					onClose={() => setCreating(false)}
				/>
			)}
		</AdminPage>
	)
}
