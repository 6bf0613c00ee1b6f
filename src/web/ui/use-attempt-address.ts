import { useMatch, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { useEvent } from './hooks.ts'

export interface AttemptAddress {
	/** Stays the same when the URL changes to the attempt's other id. */
	readonly id: string
	readonly settle: (serverId: string) => void
}

const trimmed = (pathname: string): string => pathname.replace(/\/$/, '')

/**
 * Keeps the server's id in the URL, because it works on other devices. Unsent attempts have only a device id.
 * @param inAddress id in the URL. @param rename replaces it without a new history entry.
 */
export const useAttemptAddress = (
	inAddress: string,
	rename: (serverId: string) => Promise<void>,
): AttemptAddress => {
	const router = useRouter()
	const pathname = useMatch({ strict: false, select: (match) => trimmed(match.pathname) })
	const [renamed, setRenamed] = useState<{ readonly from: string; readonly to: string } | null>(
		null,
	)
	const id = inAddress === renamed?.to ? renamed.from : inAddress
	const settle = useEvent((serverId: string): void => {
		// Do not bring back a voter who is leaving the page.
		if (serverId === inAddress || trimmed(router.latestLocation.pathname) !== pathname) return
		setRenamed({ from: id, to: serverId })
		rename(serverId).catch(reportError)
	})
	return { id, settle }
}
