import { createInstall } from '#web/install.ts'
import { earlyOffers } from './early-offers.ts'

/** Only iOS has it: whether the page was opened from the home screen. */
const { standalone } = navigator as { readonly standalone?: boolean }

/** The installation of the app on this device. */
export const install = createInstall({
	target: window,
	early: earlyOffers,
	installed: standalone === true || matchMedia('(display-mode: standalone)').matches,
	byHand: standalone === false,
})
