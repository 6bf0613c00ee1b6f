import { type ReactNode, useEffect, useState, useSyncExternalStore } from 'react'
import { local, startLocal } from '#web/app/local.ts'
import { shell } from '#web/texts/en/shell.ts'
import { sync } from '#web/texts/en/sync.ts'
import { STORE_LOST } from '#web/ui/failure.tsx'

const Banner = ({ text, children }: { readonly text: string; readonly children?: ReactNode }) => (
	<div role="alert" className="border-b border-base-300 bg-base-200">
		<div className="mx-auto flex min-h-14 max-w-5xl flex-wrap items-center gap-x-4 px-4 py-1">
			<p className="min-w-0 flex-1 basis-56 py-2 font-medium">{text}</p>
			{children}
		</div>
	</div>
)

/** Banner for a blocked or lost database. A full one is reported where data is saved. */
const StoreTrouble = () => {
	const state = useSyncExternalStore(local.guard.subscribe, local.guard.state)
	if (state === 'blocked') {
		return <Banner text={sync.blocked} />
	}
	if (state !== 'lost') return null
	return (
		<Banner text={STORE_LOST}>
			<button type="button" className="btn" onClick={() => location.reload()}>
				{sync.reload}
			</button>
		</Banner>
	)
}

// Module-level: show the notice once per page load, even if another user signs in.
let told = false

const Evicted = () => {
	const [unsent, setUnsent] = useState<number | null>(null)
	useEffect(() => {
		let gone = false
		local
			.evicted()
			.then((count) => {
				if (!gone && !told) setUnsent(count)
			})
			.catch(reportError)
		return () => {
			gone = true
		}
	}, [])
	if (unsent === null) return null
	const close = (): void => {
		told = true
		setUnsent(null)
	}
	return (
		<Banner text={sync.evicted(unsent)}>
			<button type="button" className="btn" onClick={close}>
				{sync.close}
			</button>
		</Banner>
	)
}

/** Notices about this device's storage. Part of every page of a signed-in user, so it starts their work. */
export const Notices = () => {
	useEffect(startLocal, [])
	return (
		<>
			<StoreTrouble />
			<Evicted />
		</>
	)
}

/** Permanent note that the browser stores nothing and the app runs in memory. */
export const NothingKept = () => (
	<p role="status" className="border-b border-base-300 bg-base-200">
		<span className="mx-auto block max-w-5xl px-4 py-3 text-sm font-medium">
			{shell.nothingKept}
		</span>
	</p>
)
