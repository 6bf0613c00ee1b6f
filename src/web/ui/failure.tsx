import { useState } from 'react'
import { SignedOut } from '#device/context.ts'
import { storageTrouble } from '#device/resilient-db.ts'
import { refusalMessage } from '#device/sync/reply-policy.ts'
import type { Failure } from '#http/failure.ts'
import { ui } from '#web/texts/en/late.ts'
import { messageText } from '#web/texts/language.ts'
import { failureText } from './failure-text.ts'

/** The reason a read failed, or '' if unknown. */
export const failureDetail = (failure: Failure): string => {
	const otherwise = failure.kind === 'problem' ? refusalMessage(failure.status, 'read') : null
	return failureText(failure, otherwise === null ? '' : messageText(otherwise))
}
/** True if the server has no such thing, or none for this voter. Retrying would not help. */
export const isUnknown = (failure: Failure): boolean =>
	failure.kind === 'problem' && [400, 403, 404, 410].includes(failure.status)

export const STORE_LOST = ui.storeLost

/** Message for a failed save. @param full if the quota is exceeded. @param otherwise if storage is not the cause. */
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
	readonly error: string | null
	/** Runs an action, unless one is running. @param act returns an error message or null. */
	readonly run: (act: () => Promise<string | null>) => Promise<void>
}

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
