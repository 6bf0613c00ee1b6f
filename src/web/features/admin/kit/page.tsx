import { useRouter } from '@tanstack/react-router'
import { History, Plus, X } from 'lucide-react'
import type { MouseEvent, ReactNode } from 'react'
import { useCapability } from '#web/app/capabilities.ts'
import { common } from '#web/texts/en/admin/common.ts'
import { usePageTitle } from '#web/ui/page.tsx'
import { PageLink } from '#web/ui/page-link.tsx'

interface AdminPageProps {
	readonly title: string
	readonly about?: string
	readonly actions?: ReactNode
	readonly children: ReactNode
}

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

interface PathLinkProps {
	readonly href: string
	readonly label?: string
	readonly className?: string
	readonly children: ReactNode
}

export const PathLink = ({ href, label, className, children }: PathLinkProps) => {
	const router = useRouter()
	const go = (event: MouseEvent): void => {
		// Let the browser open a new tab or window.
		if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
		event.preventDefault()
		router.navigate({ href }).catch(reportError)
	}
	return (
		<a href={href} aria-label={label} className={className} onClick={go}>
			{children}
		</a>
	)
}

export const HistoryLink = ({ id, name }: { readonly id: string; readonly name: string }) =>
	useCapability('history') && (
		<PathLink
			href={`/admin/history?target=${encodeURIComponent(id)}`}
			label={common.of(common.history, name)}
			className="btn btn-ghost"
		>
			<History aria-hidden="true" className="size-5 shrink-0" />
			<span>{common.history}</span>
		</PathLink>
	)

interface NewButtonProps {
	readonly label: string
	readonly onNew: () => void
}

export const NewButton = ({ label, onNew }: NewButtonProps) => (
	<button type="button" className="btn btn-primary" onClick={onNew}>
		<Plus aria-hidden="true" className="size-5 shrink-0" />
		<span>{label}</span>
	</button>
)

interface AddressProps {
	/** Unvalidated user input. */
	readonly url: string
	readonly className?: string
	readonly children?: ReactNode
}

export const Address = ({ url, className = 'link', children }: AddressProps) => (
	<PageLink
		url={url}
		className={className}
		otherwise={<span className="wrap-anywhere">{url}</span>}
	>
		{() => (
			<>
				<span className="min-w-0 wrap-anywhere">{url}</span>
				{children}
			</>
		)}
	</PageLink>
)

export const CloseButton = ({ onClose }: { readonly onClose: () => void }) => (
	<button
		type="button"
		aria-label={common.close}
		className="absolute end-3 top-3 grid size-12 place-items-center rounded-field text-muted hover:bg-base-200 hover:text-base-content"
		onClick={onClose}
	>
		<X aria-hidden="true" className="size-5" />
	</button>
)
