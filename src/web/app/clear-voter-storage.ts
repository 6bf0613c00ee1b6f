import { LANGUAGE_KEY } from '#web/texts/language.ts'
import { ASKED_KEY } from './persistence.ts'

/** What was chosen for the device (see `appearance.ts` and `language.ts`): it is no voter's, and says nothing of one. */
const DEVICES = [LANGUAGE_KEY, ASKED_KEY, 'motion', 'theme']

/** Empties a shared device's storage of everything but the device's own settings. */
export const clearVoterStorage = (storage: Storage): void => {
	const kept = DEVICES.map((key) => [key, storage.getItem(key)] as const)
	storage.clear()
	for (const [key, value] of kept) if (value !== null) storage.setItem(key, value)
}
