import { useMatch, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { useEvent } from './hooks.ts'

/**
 * Ignores calls of `navigate` once the user is on the way to another page, which may still be loading. For navigation
 * after a reply or a pause, which would bring the user back.
 */
export const useWhileHere = <Navigate extends (...args: never[]) => Promise<void>>(
	navigate: Navigate,
): Navigate => {
	const router = useRouter()
	const page = useMatch({ strict: false, select: ({ id }) => id })
	const go = async (...args: never[]): Promise<void> => {
		if (router.matchRoutes(router.latestLocation).some(({ id }) => id === page)) {
			await navigate(...args)
		}
	}
	return useEvent(go) as Navigate
}

export interface AttemptAddress {
	/** Stays the same when the URL changes to the attempt's other id. */
	readonly id: string
	readonly settle: (serverId: string) => void
}

/**
 * Keeps the server's id in the URL, because it works on other devices. Unsent attempts have only a device id.
 * @param inAddress id in the URL. @param rename replaces it without a new history entry.
 */
export const useAttemptAddress = (
	inAddress: string,
	rename: (serverId: string) => Promise<void>,
): AttemptAddress => {
	const [renamed, setRenamed] = useState<{ readonly from: string; readonly to: string } | null>(
		null,
	)
	const id = inAddress === renamed?.to ? renamed.from : inAddress
	const change = useWhileHere(async (serverId: string) => {
		setRenamed({ from: id, to: serverId })
		await rename(serverId)
	})
	const settle = useEvent((serverId: string): void => {
		if (serverId !== inAddress) change(serverId).catch(reportError)
	})
	return { id, settle }
}
