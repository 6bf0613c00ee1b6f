import { Check } from 'lucide-react'
import { chooseLanguage, LANGUAGES } from '#web/app/choose-language.ts'
import { chosenLanguage, type Language } from '#web/texts/language.ts'
import { settings } from '#web/texts/settings.ts'
import { Section } from './section.tsx'

const CHOICES: readonly { readonly value: Language | null; readonly name: string }[] = [
	{ value: null, name: settings.system },
	...(Object.keys(LANGUAGES) as Language[]).map((value) => ({ value, name: LANGUAGES[value] })),
]

/** All texts are read once, before anything is drawn: another language is another page. */
const choose = (value: Language | null): void => {
	chooseLanguage(value)
	location.reload()
}

/** The language of the app. Buttons, since radio buttons would load the page again at each press of an arrow key. */
export const LanguageChoice = () => {
	const chosen = chosenLanguage()
	return (
		<Section title={settings.language}>
			<p className="mt-2 text-muted">{settings.languageWhy}</p>
			<div className="mt-3 grid gap-3 sm:grid-cols-3">
				{CHOICES.map(({ value, name }) => (
					<button
						key={name}
						type="button"
						lang={value ?? undefined}
						aria-pressed={value === chosen}
						className="flex min-h-12 items-center gap-3 rounded-field border border-edge bg-surface px-4 text-start aria-pressed:font-semibold"
						onClick={() => choose(value)}
					>
						<Check
							aria-hidden="true"
							className={`size-5 shrink-0 text-primary ${value === chosen ? '' : 'invisible'}`}
						/>
						<span>{name}</span>
					</button>
				))}
			</div>
			<p className="mt-3 text-sm text-muted">{settings.statements}</p>
		</Section>
	)
}
