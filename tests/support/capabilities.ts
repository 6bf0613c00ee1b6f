import type { Capability } from '#contract/capabilities.ts'
import { capabilities } from '#web/app/capabilities.ts'
import { lastingStorage } from '#web/app/storage.ts'

/** Sets the capabilities of the server, as an earlier page load would have stored them. Default: none. */
export const haveCapabilities = (...names: readonly Capability[]): void => {
	lastingStorage.setItem('evenhand.capabilities', names.join(' '))
	capabilities.reload()
}
