import { useMatch, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { useEvent } from './hooks.ts'

export interface AttemptAddress {
	/** The id to follow the attempt by. Stays the same when the address changes to the attempt's other id. */
	readonly id: string
	/** Call with the server's id of the attempt that is shown: the address names it from then on. */
	readonly settle: (serverId: string) => void
}

const trimmed = (pathname: string): string => pathname.replace(/\/$/, '')

/**
 * Keeps the server's id in the address, which other devices know too. A device makes ids of its own for attempts that
 * the server has not heard of yet.
 * @param inAddress the id that the address has. @param rename replaces it there, without a new entry in the history.
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
		// A voter on the way to another page is not brought back.
		if (serverId === inAddress || trimmed(router.latestLocation.pathname) !== pathname) return
		setRenamed({ from: id, to: serverId })
		rename(serverId).catch(reportError)
	})
	return { id, settle }
}
