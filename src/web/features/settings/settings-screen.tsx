import type { ReactNode } from 'react'
import type { User } from '#contract/users.ts'
import { settings } from '#web/texts/settings.ts'
import { Page } from '#web/ui/page.tsx'
import { Account, YourData } from './account.tsx'
import { AppSection } from './app-section.tsx'
import { Appearance } from './appearance.tsx'
import { LanguageChoice } from './language-choice.tsx'

interface SettingsScreenProps {
	readonly user: User | null
	readonly onSignOut: () => void
	/** The elections that the voter has saved. @param onRemoved one of them has gone. */
	readonly saved: (onRemoved: () => void) => ReactNode
}

/** The settings: of this device for everybody, and of the account for whoever is signed in. */
export const SettingsScreen = ({ user, onSignOut, saved }: SettingsScreenProps) => (
	<Page title={settings.title} width="narrow">
		<h1 className="text-3xl font-semibold sm:text-4xl">{settings.title}</h1>
		<p className="mt-2 text-muted">{settings.deviceOnly}</p>
		<Appearance />
		<LanguageChoice />
		<AppSection saved={saved} />
		{user && (
			<>
				<YourData />
				<Account user={user} onSignOut={onSignOut} />
			</>
		)}
	</Page>
)
