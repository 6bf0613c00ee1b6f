import type { ReactNode } from 'react'
import { usePageTitle } from '#web/ui/use-page-title.ts'

interface AdminPageProps {
	/** Of the page and of the browser's tab. */
	readonly title: string
	/** What the page is for, in a line. */
	readonly about?: string
	/** What can be done on it, beside its title. */
	readonly actions?: ReactNode
	readonly children: ReactNode
}

/** A page of the back-office: its title, what can be done, and what it is about. */
export const AdminPage = ({ title, about, actions, children }: AdminPageProps) => {
	usePageTitle(title)
	return (
		<div className="mx-auto w-full max-w-6xl px-4 pt-6 pb-[max(2rem,env(safe-area-inset-bottom))] md:px-8 md:pt-8">
			<div className="mb-6 flex flex-wrap items-end gap-x-4 gap-y-3">
				<div className="min-w-0 flex-1 basis-64">
					<h1 className="text-3xl font-semibold hyphens-auto wrap-anywhere">{title}</h1>
					{about && <p className="mt-1 text-muted">{about}</p>}
				</div>
				{actions && <div className="flex flex-wrap gap-2 *:max-w-full">{actions}</div>}
			</div>
			{children}
		</div>
	)
}
