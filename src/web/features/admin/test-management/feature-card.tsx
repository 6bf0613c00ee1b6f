import { useId, useState } from 'react'
import type { TestConfiguration } from '#contract/test-management.ts'
import { testManagement as texts } from '#web/texts/admin/test-management.ts'
import { versusText } from '../knowledge-test/figures.ts'
import { ReadFailed } from '../lists/list-frame.tsx'
import { Switch } from '../switch.tsx'
import type { Feature } from './use-feature.ts'

interface FeatureCardProps {
	readonly feature: Feature
	/** The pairs; null where they are not known. */
	readonly list: readonly TestConfiguration[] | null
}

/** What voters see of it: whom they are asked about, or that they see no test. */
const Outcome = ({ list }: { readonly list: readonly TestConfiguration[] }) => {
	const active = list.find(({ isActive }) => isActive)
	if (active) return <p className="mt-3">{texts.asked(versusText(active))}</p>
	return (
		<p className="mt-3 rounded-field border border-warning bg-base-200 px-4 py-3 font-medium">
			{`${texts.noneActive} ${list.length > 0 ? texts.activateOne : texts.createOne}`}
		</p>
	)
}

/** Opens the knowledge test to the public and closes it. Without a pair it cannot be opened. */
export const FeatureCard = ({ feature, list }: FeatureCardProps) => {
	const id = useId()
	const [refused, setRefused] = useState(false)
	const { read, enabled, busy, toggle } = feature
	if (read.failure) {
		return <ReadFailed failure={read.failure} failed={texts.featureFailed} onRetry={read.reload} />
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
