import { useSyncExternalStore } from 'react'
import {
	chooseTheme,
	chosenTheme,
	isMotionReduced,
	onAppearance,
	reduceMotion,
} from '#web/app/appearance.ts'
import { settings } from '#web/texts/settings.ts'
import { Section } from './section.tsx'

interface Option<Value> {
	readonly value: Value
	readonly label: string
}

interface ChoiceProps<Value> {
	readonly legend: string
	readonly options: readonly Option<Value>[]
	readonly value: Value
	readonly onChange: (value: Value) => void
}

const Choice = <Value,>({ legend, options, value, onChange }: ChoiceProps<Value>) => (
	<fieldset className="mt-4">
		<legend className="font-semibold">{legend}</legend>
		<div className="mt-2 grid gap-3 sm:grid-cols-3">
			{options.map((option) => (
				<label
					key={option.label}
					className="flex min-h-12 cursor-pointer items-center gap-3 rounded-field border border-edge bg-surface px-4 py-2"
				>
					<input
						type="radio"
						name={legend}
						className="size-5 shrink-0"
						style={{ accentColor: 'var(--color-primary)' }}
						checked={value === option.value}
						onChange={() => onChange(option.value)}
					/>
					{option.label}
				</label>
			))}
		</div>
	</fieldset>
)

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
			<Choice legend={settings.theme} options={THEMES} value={theme} onChange={chooseTheme} />
			<Choice legend={settings.motion} options={MOTIONS} value={reduced} onChange={reduceMotion} />
		</Section>
	)
}
