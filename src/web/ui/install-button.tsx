import { type ReactNode, useState, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { install } from '#web/app/install.ts'
import type { InstallWay } from '#web/install.ts'
import { installing } from '#web/texts/installing.ts'
import { Dialog } from './dialog.tsx'

/** How the app can be installed now. */
export const useInstallWay = (): InstallWay =>
	useSyncExternalStore(install.subscribe, install.way, install.way)

const ByHand = ({ onClose }: { readonly onClose: () => void }) => (
	<Dialog title={installing.byHand} onClose={onClose}>
		<ol className="mt-4 list-decimal space-y-3 ps-6">
			{installing.steps.map((step) => (
				<li key={step}>{step}</li>
			))}
		</ol>
		<button type="button" className="btn btn-primary btn-block mt-6" onClick={onClose}>
			{installing.close}
		</button>
	</Dialog>
)

interface InstallButtonProps {
	readonly className: string
	readonly children: ReactNode
	readonly onPress?: () => void
}

/** Installs the app, or shows how; nothing where that cannot be done, or was done already. */
export const InstallButton = ({ className, children, onPress }: InstallButtonProps) => {
	const way = useInstallWay()
	const [explained, setExplained] = useState(false)
	if (way === 'none') return null
	const press = (): void => {
		onPress?.()
		if (way === 'by-hand') setExplained(true)
		else install.ask().catch(reportError)
	}
	return (
		<>
			<button type="button" className={className} onClick={press}>
				{children}
			</button>
			{/* On the page itself: the menu that it may stand in closes. */}
			{explained && createPortal(<ByHand onClose={() => setExplained(false)} />, document.body)}
		</>
	)
}
