import { createInstall } from '#web/install.ts'

/** Only iOS has it: whether the page was opened from the home screen. */
const { standalone } = navigator as { readonly standalone?: boolean }

/** The installation of the app on this device. It listens from the start: browsers make their offer once. */
export const install = createInstall({
	target: window,
	installed: standalone === true || matchMedia('(display-mode: standalone)').matches,
	byHand: standalone === false,
})
