import { inLanguage } from './language.ts'

/** The offer of a new version. */
export const updating = inLanguage('updating', {
	ready: 'A new version is ready',
	later: 'Later',
	reload: 'Reload',
	reloading: 'Reloading...',
})
