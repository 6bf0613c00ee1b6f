import { lastingStorage } from '#web/app/storage.ts'

/** The languages that the app speaks. Statements stay in the language in which they were entered. */
export type Language = 'en' | 'es'

/** The language (BCP 47) of what administrators enter, such as statements and names. */
export const contentLanguage: string = import.meta.env?.VITE_CONTENT_LANG || 'en'

/** Where the choice is stored. It is the device's, not the voter's: whoever signs in next can read it as well. */
export const LANGUAGE_KEY = 'language'

const isLanguage = (text: string | null): text is Language => text === 'en' || text === 'es'

/** The language that was chosen in the settings; null where that is left to the browser. */
export const chosenLanguage = (): Language | null => {
	const chosen = lastingStorage.getItem(LANGUAGE_KEY)
	return isLanguage(chosen) ? chosen : null
}

/** The first of the browser's languages that the app speaks. */
const browsersLanguage = (): Language | undefined =>
	(globalThis.navigator?.languages ?? []).map((tag) => tag.slice(0, 2)).find(isLanguage)

/** Areas of the catalogue that were there before the Spanish texts. */
const waiting: (() => void)[] = []
let spanish: typeof import('./es/index.ts') | null = null

const loadSpanish = async (): Promise<void> => {
	spanish = await import('./es/index.ts')
	for (const translate of waiting.splice(0)) translate()
}

/**
 * Resolves when this page's texts are there: nothing is drawn before, and no later part is loaded. A page in another
 * language is better than none: where they cannot be loaded they are English. Modules that are loaded before must read
 * their texts when they draw and not keep them.
 */
export const textsLoaded: Promise<void> =
	(chosenLanguage() ?? browsersLanguage()) === 'es'
		? loadSpanish().catch(reportError)
		: Promise.resolve()

/** The language of this page's texts. */
export const language = (): Language => (spanish === null ? 'en' : 'es')

/** What dates and numbers are written by (BCP 47). */
export const locale = (): string => (spanish === null ? 'en-US' : 'es')

/** An area of the catalogue: the English texts that stand beside this, or the same area in the language of this page. */
export const inLanguage = <Texts extends object>(
	area: Exclude<keyof typeof import('./es/index.ts'), 'said'>,
	texts: Texts,
): Texts => {
	// Each Spanish area is declared to have the type of the English one.
	const translate = (): void => void Object.assign(texts, spanish?.[area])
	if (spanish === null) waiting.push(translate)
	else translate()
	return texts
}

/** A text that the rules, the contract or a server brought, in English, as this page's language has it; unknown ones stay as they are. */
export const said = (message: string): string => spanish?.said(message) ?? message
