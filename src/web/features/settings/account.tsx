import { Link } from '@tanstack/react-router'
import type { User } from '#contract/users.ts'
import { settings } from '#web/texts/settings.ts'
import { Section } from './section.tsx'

/** The way to what is held about the voter. */
export const YourData = () => (
	<Section title={settings.yourData}>
		<p className="mt-2 text-muted">{settings.yourDataWhy}</p>
		<Link to="/your-data" className="btn mt-4">
			{settings.toYourData}
		</Link>
	</Section>
)

interface AccountProps {
	readonly user: User
	readonly onSignOut: () => void
}

/** Who is signed in, and the way out. */
export const Account = ({ user, onSignOut }: AccountProps) => {
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
