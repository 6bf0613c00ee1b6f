import { Link } from '@tanstack/react-router'
import { Settings } from 'lucide-react'
import { shell } from '#web/texts/en/shell.ts'

/** Icon link to the settings. */
export const SettingsLink = ({ className = 'grid' }: { readonly className?: string }) => (
	<Link
		to="/settings"
		aria-label={shell.settings}
		className={`size-12 place-items-center rounded-field text-muted hover:bg-base-200 hover:text-base-content ${className}`}
		activeProps={{ className: 'text-primary!' }}
	>
		<Settings aria-hidden="true" />
	</Link>
)
