import { local } from '#web/app/local.ts'

/**
 * Has this browser read the active elections anew: what it keeps of them, voters' pages show for five minutes, and an
 * administrator looks there for what was just made, changed or deleted. Without a reply they stay as they are.
 */
export const rereadActive = (): void => {
	local.elections.refreshActive({ force: true }).catch(reportError)
}
