import { useSyncExternalStore } from 'react'
import {
	chooseTheme,
	chosenTheme,
	isMotionReduced,
	onAppearance,
	reduceMotion,
} from '#web/app/appearance.ts'
import { settings } from '#web/texts/settings.ts'
import { RadioGroup } from '#web/ui/radio-group.tsx'
import { Section } from './section.tsx'

const THEMES = [
	{ value: null, label: settings.system },
	{ value: 'light', label: settings.light },
	{ value: 'dark', label: settings.dark },
] as const

const MOTIONS = [
	{ value: false, label: settings.system },
	{ value: true, label: settings.reduceMotion },
] as const

/** How the app looks and moves on this device; a choice shows at once. */
export const Appearance = () => {
	const theme = useSyncExternalStore(onAppearance, chosenTheme)
	const reduced = useSyncExternalStore(onAppearance, isMotionReduced)
	return (
		<Section title={settings.appearance}>
			<RadioGroup
				className="mt-4"
				legend={settings.theme}
				options={THEMES}
				value={theme}
				onChange={chooseTheme}
			/>
			<RadioGroup
				className="mt-4"
				legend={settings.motion}
				options={MOTIONS}
				value={reduced}
				onChange={reduceMotion}
			/>
		</Section>
	)
}
