import { useRef, useState } from 'react'

export interface OneAtATime {
	readonly busy: boolean
	/** Does something, unless something is under way. */
	run(act: () => Promise<void>): void
}

/** What a press does over the network: a second press before it is over does nothing. */
export const useOneAtATime = (): OneAtATime => {
	const [busy, setBusy] = useState(false)
	// Two presses may come before anything is drawn again.
	const under = useRef(false)
	return {
		busy,
		run(act) {
			if (under.current) return
			under.current = true
			setBusy(true)
			act()
				.finally(() => {
					under.current = false
					setBusy(false)
				})
				.catch(reportError)
		},
	}
}
