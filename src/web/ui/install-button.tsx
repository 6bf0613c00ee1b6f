import { Download } from 'lucide-react'
import { type ReactNode, useState, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { type InstallWay, install } from '#web/app/install.ts'
import { lastingStorage } from '#web/app/storage.ts'
import { installing } from '#web/texts/en/late.ts'
import { Dialog } from './dialog.tsx'
import { Mark } from './notice.tsx'

const useInstallWay = (): InstallWay =>
	useSyncExternalStore(install.subscribe, install.way, install.way)

const ByHand = ({ onClose }: { readonly onClose: () => void }) => (
	<Dialog title={installing.byHand} onClose={onClose}>
		<ol className="mt-4 grid list-decimal gap-3 ps-6">
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

/** Installs the app, or shows how. Renders nothing if installed or not installable. */
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
			{/* On the body, because the surrounding menu closes. */}
			{explained && createPortal(<ByHand onClose={() => setExplained(false)} />, document.body)}
		</>
	)
}

const NOT_NOW = 'evenhand.install-not-now'

/** If storage is full, the offer returns on the next visit. */
const rememberDeclined = (): void => {
	try {
		lastingStorage.setItem(NOT_NOW, '1')
	} catch (full) {
		reportError(full)
	}
}

export const InstallCard = () => {
	const way = useInstallWay()
	const [declined, setDeclined] = useState(() => lastingStorage.getItem(NOT_NOW) !== null)
	if (way === 'none' || declined) return null
	const decline = (): void => {
		setDeclined(true)
		rememberDeclined()
	}
	return (
		<section
			aria-labelledby="install-title"
			className="mx-auto mb-6 flex w-[calc(100%-2rem)] max-w-[62rem] flex-wrap items-center gap-x-4 gap-y-3 rounded-box border border-base-300 bg-surface p-5"
		>
			<Mark className="size-10" />
			<div className="min-w-56 flex-1">
				<h2 id="install-title" className="text-lg font-semibold">
					{installing.offer}
				</h2>
				<p className="text-muted">{installing.offerWhy}</p>
			</div>
			<div className="flex gap-3">
				<button type="button" className="btn btn-ghost" onClick={decline}>
					{installing.notNow}
				</button>
				<InstallButton className="btn btn-primary">
					{way === 'by-hand' ? installing.showHow : installing.install}
				</InstallButton>
			</div>
		</section>
	)
}

export const InstallItem = ({ onChoose }: { readonly onChoose: () => void }) => (
	<InstallButton
		className="flex min-h-12 w-full items-center gap-3 rounded-field px-4 font-medium hover:bg-base-200"
		onPress={onChoose}
	>
		<Download aria-hidden="true" className="size-5" />
		<span>{installing.installApp}</span>
	</InstallButton>
)
