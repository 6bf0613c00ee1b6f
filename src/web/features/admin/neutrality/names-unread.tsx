import { useState } from 'react'
import { common } from '#web/texts/admin/common.ts'
import { extraction } from '#web/texts/admin/extraction.ts'
import type { KnownNames } from './use-names.ts'

const texts = extraction.review

/** Takes the focus of a button that has just gone; anybody else's stays where it is. */
const inherit = (element: HTMLElement | null): void => {
	if (document.activeElement === document.body) element?.focus({ preventScroll: true })
}

/** Says that the names of others are not marked, where they could not be read, and then that they are. */
export const NamesUnread = ({
	known: { failure, loading, reload },
}: {
	readonly known: KnownNames
}) => {
	const [failed, setFailed] = useState(false)
	if (failure !== null && !failed) setFailed(true)
	if (!failed) return null
	if (failure === null && !loading) {
		return (
			<p ref={inherit} role="status" tabIndex={-1} className="mb-4 text-sm text-muted">
				{texts.namesRead}
			</p>
		)
	}
	return (
		<div role="alert" className="mb-4 flex flex-wrap items-center gap-3">
			<p className="font-medium text-error">{texts.namesUnread}</p>
			<button
				type="button"
				className="btn"
				aria-disabled={loading}
				onClick={() => {
					if (!loading) reload()
				}}
			>
				{loading ? common.loading : common.retry}
			</button>
		</div>
	)
}
