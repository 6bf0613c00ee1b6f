import { troubleOf } from '#local/store-guard.ts'
import { ui } from '#web/texts/ui.ts'

/** What is said wherever the browser's storage does not answer. */
export const STORE_LOST = ui.storeLost

/**
 * What a voter is told of something that could not be kept.
 * @param full for a device that has no room left; `otherwise` for a fault that is not the storage's.
 */
export const faultText = (fault: unknown, full: string, otherwise: string): string => {
	switch (troubleOf(fault)) {
		case 'full':
			return full
		case 'lost':
			return STORE_LOST
		case null:
			return otherwise
	}
}
