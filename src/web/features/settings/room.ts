import { useCallback, useEffect, useState } from 'react'

/** Missing on pages without TLS, whatever its type says. */
const { storage } = navigator as { readonly storage?: StorageManager }

/** What the browser says of the room that the app has on this device. */
export interface Room {
	/** In bytes; null where the browser does not tell. */
	readonly used: number | null
	readonly allowed: number | null
	/** The browser deletes nothing by itself. */
	readonly persistent: boolean
}

const UNKNOWN: Room = { used: null, allowed: null, persistent: false }

const measure = async (): Promise<Room> => {
	if (storage === undefined) return UNKNOWN
	const [{ usage, quota }, persistent] = await Promise.all([
		storage.estimate(),
		storage.persisted(),
	])
	return { used: usage ?? null, allowed: quota ?? null, persistent }
}

/** Whether the browser can be asked to delete nothing by itself. */
export const canAsk = storage !== undefined

/** Asks the browser to delete nothing by itself. @returns whether it agreed. */
export const askToKeep = async (): Promise<boolean> => (await storage?.persist()) ?? false

/** The room that there is; null until it is measured. `again` measures anew. */
export const useRoom = (): { readonly room: Room | null; readonly again: () => void } => {
	const [room, setRoom] = useState<Room | null>(null)
	const again = useCallback(() => {
		measure().then(setRoom, (fault) => {
			// A browser that keeps nothing for this page does not measure it either.
			reportError(fault)
			setRoom(UNKNOWN)
		})
	}, [])
	useEffect(again, [again])
	return { room, again }
}
