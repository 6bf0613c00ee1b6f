import { useState } from 'react'
import { lastingStorage } from '#web/app/storage.ts'
import { installing } from '#web/texts/installing.ts'
import { InstallButton, useInstallWay } from '#web/ui/install-button.tsx'
import { Mark } from '#web/ui/mark.tsx'

const NOT_NOW = 'evenhand.install-not-now'

/** Where there is no room for it, the offer comes again next time: no reason to keep it up now. */
const rememberDeclined = (): void => {
	try {
		lastingStorage.setItem(NOT_NOW, '1')
	} catch (full) {
		reportError(full)
	}
}

/** Offers to install the app, where that can be done, until it was done or declined. */
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
