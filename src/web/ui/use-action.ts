import { useState } from 'react'
import { SignedOut } from '#local/deps.ts'
import { ui } from '#web/texts/ui.ts'
import { faultText } from './fault-text.ts'

export interface Action {
	readonly busy: boolean
	/** What came of the last one that did not succeed. */
	readonly error: string | null
	/** Runs what the voter asked for, unless something is under way. @param act says what went wrong, or null. */
	readonly run: (act: () => Promise<string | null>) => Promise<void>
}

/** Something that a button does on the device's store. */
export const useAction = (): Action => {
	const [busy, setBusy] = useState(false)
	const [error, setError] = useState<string | null>(null)
	return {
		busy,
		error,
		async run(act) {
			if (busy) return
			setBusy(true)
			setError(null)
			try {
				setError(await act())
			} catch (fault) {
				if (fault instanceof SignedOut) return
				reportError(fault)
				setError(faultText(fault, ui.noRoom, ui.failed))
			} finally {
				setBusy(false)
			}
		},
	}
}
