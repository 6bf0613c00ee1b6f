import { useState } from 'react'
import { SignedOut } from '#device/context.ts'
import { storageTrouble } from '#device/resilient-db.ts'
import { refusalText } from '#device/sync/reply-policy.ts'
import type { Failure } from '#http/failure.ts'
import { failureText } from '#http/failure.ts'
import { ui } from '#web/texts/en/shell.ts'
import { said } from '#web/texts/language.ts'
/** What is known of why something could not be read, to stand below what failed; empty where that is nothing. */
export const failureDetail = (failure: Failure): string => {
	const otherwise = failure.kind === 'problem' ? refusalText(failure.status, 'read') : ''
	return said(failureText(failure, otherwise))
}
/** Whether the server says that it has no such thing, or none for this voter. Asking again would not help. */
export const isUnknown = (failure: Failure): boolean =>
	failure.kind === 'problem' && [400, 403, 404, 410].includes(failure.status)

/** What is said wherever the browser's storage does not answer. */
export const STORE_LOST = ui.storeLost

/**
 * What a voter is told of something that could not be kept.
 * @param full for a device that has no room left; `otherwise` for a fault that is not the storage's.
 */
export const storageErrorText = (fault: unknown, full: string, otherwise: string): string => {
	switch (storageTrouble(fault)) {
		case 'full':
			return full
		case 'lost':
			return STORE_LOST
		case null:
			return otherwise
	}
}

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
				setError(storageErrorText(fault, ui.noRoom, ui.failed))
			} finally {
				setBusy(false)
			}
		},
	}
}
