let reading = true

/** Whether screens may read what is stored. */
export const isReading = (): boolean => reading

/** Runs `act` while no screen reads: one that did would open the database again while it is being deleted. */
export const withoutReading = async (act: () => Promise<void>): Promise<void> => {
	reading = false
	try {
		await act()
	} finally {
		reading = true
	}
}
