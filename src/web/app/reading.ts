let reading = true
const listeners = new Set<() => void>()

const set = (next: boolean): void => {
	reading = next
	for (const listener of listeners) listener()
}

/** Whether screens may read what is stored. */
export const isReading = (): boolean => reading

/** @returns what takes the listener back. */
export const onReading = (listener: () => void): (() => void) => {
	listeners.add(listener)
	return () => listeners.delete(listener)
}

/** Runs `act` while no screen reads: one that did would open the database again while it is being deleted. */
export const withoutReading = async (act: () => Promise<void>): Promise<void> => {
	set(false)
	try {
		await act()
	} finally {
		set(true)
	}
}
