import { Link } from '@tanstack/react-router'
import { Check } from 'lucide-react'
import { type ComponentType, lazy, type ReactNode, useState, useSyncExternalStore } from 'react'
import type { User } from '#contract/users.ts'
import {
	chooseLanguage,
	chooseTheme,
	chosenTheme,
	isMotionReduced,
	LANGUAGES,
	onAppearance,
	reduceMotion,
} from '#web/app/preferences.ts'
import { useSession } from '#web/app/session.ts'
import { settings } from '#web/texts/en/settings.ts'
import { chosenLanguage, type Language } from '#web/texts/language.ts'
import { RadioGroup } from '#web/ui/form-fields.tsx'
import { LazyBoundary, Page } from '#web/ui/page.tsx'
import { Section } from './section.tsx'
import { AppSection } from './storage-usage.tsx'

interface PageSectionProps {
	readonly title: string
	readonly why: string
	readonly to: '/your-data' | '/about'
	/** Text of the link. */
	readonly open: string
}

const PageSection = ({ title, why, to, open }: PageSectionProps) => (
	<Section title={title}>
		<p className="mt-2 text-muted">{why}</p>
		<Link to={to} className="btn mt-4">
			{open}
		</Link>
	</Section>
)

interface AccountProps {
	readonly user: User
	readonly onSignOut: () => void
}

const Account = ({ user, onSignOut }: AccountProps) => {
	const facts = [
		{ name: settings.username, value: user.username },
		...(user.email === null ? [] : [{ name: settings.email, value: user.email }]),
	]
	return (
		<Section title={settings.account}>
			<dl className="mt-3 grid gap-3">
				{facts.map(({ name, value }) => (
					<div key={name}>
						<dt className="text-sm text-muted">{name}</dt>
						<dd className="font-medium wrap-anywhere">{value}</dd>
					</div>
				))}
			</dl>
			<button type="button" className="btn mt-5" onClick={onSignOut}>
				{settings.signOut}
			</button>
		</Section>
	)
}

const THEMES = [
	{ value: null, label: settings.system },
	{ value: 'light', label: settings.light },
	{ value: 'dark', label: settings.dark },
] as const

const MOTIONS = [
	{ value: false, label: settings.system },
	{ value: true, label: settings.reduceMotion },
] as const

const Appearance = () => {
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

const CHOICES: readonly { readonly value: Language | null; readonly name: string }[] = [
	{ value: null, name: settings.system },
	...(Object.keys(LANGUAGES) as Language[]).map((value) => ({ value, name: LANGUAGES[value] })),
]

/** Saves the language and reloads: texts are loaded once, before the first render. */
const choose = (value: Language | null): void => {
	chooseLanguage(value)
	location.reload()
}

/** Language setting. Uses buttons: radio buttons would reload the page on every arrow key. */
const LanguageChoice = () => {
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

interface SavedProps {
	readonly onRemoved: () => void
}

interface SavedPart {
	readonly SavedElections: ComponentType<SavedProps>
}

interface SettingsScreenProps {
	readonly loadSaved: () => Promise<SavedPart>
	readonly signOut: ComponentType<{ readonly onClose: () => void }>
}

export const SettingsScreen = ({ loadSaved, signOut: SignOut }: SettingsScreenProps) => {
	const { user } = useSession()
	const [leaving, setLeaving] = useState(false)
	const [SavedElections] = useState(() =>
		lazy(async () => ({ default: (await loadSaved()).SavedElections })),
	)
	const saved = (onRemoved: () => void): ReactNode =>
		user && (
			<LazyBoundary failed={<p className="mt-5 text-error">{settings.savedFailed}</p>}>
				<SavedElections onRemoved={onRemoved} />
			</LazyBoundary>
		)
	return (
		<>
			<Page title={settings.title} width="narrow">
				<h1 className="text-3xl font-semibold sm:text-4xl">{settings.title}</h1>
				<p className="mt-2 text-muted">{settings.deviceOnly}</p>
				<Appearance />
				<LanguageChoice />
				<AppSection saved={saved} />
				{user && (
					<>
						<PageSection
							title={settings.yourData}
							why={settings.yourDataWhy}
							to="/your-data"
							open={settings.toYourData}
						/>
						<Account user={user} onSignOut={() => setLeaving(true)} />
					</>
				)}
				<PageSection
					title={settings.about}
					why={settings.aboutWhy}
					to="/about"
					open={settings.toAbout}
				/>
			</Page>
			{leaving && <SignOut onClose={() => setLeaving(false)} />}
		</>
	)
}
