import { Link } from '@tanstack/react-router'
import { shell } from '#web/texts/en/shell.ts'

/** Icon of our own: the first screen then needs no icon library. */
export const SettingsIcon = () => (
	<svg
		viewBox="0 0 24 24"
		className="size-6 fill-none stroke-current stroke-2 [stroke-linecap:round]"
		aria-hidden="true"
		focusable="false"
	>
		<path d="M4 7h8M20 7h0M4 17h0M12 17h8" />
		<circle cx="16" cy="7" r="3" />
		<circle cx="8" cy="17" r="3" />
	</svg>
)

export const SettingsLink = ({ className = 'grid' }: { readonly className?: string }) => (
	<Link
		to="/settings"
		aria-label={shell.settings}
		className={`size-12 place-items-center rounded-field text-muted hover:bg-base-200 hover:text-base-content ${className}`}
		activeProps={{ className: 'text-primary!' }}
	>
		<SettingsIcon />
	</Link>
)
