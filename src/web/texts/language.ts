import type { Message } from '#contract/messages.ts'
import { lastingStorage } from '#web/app/storage.ts'

/** Languages of the app. Statements stay in the language in which they were entered. */
export type Language = 'en' | 'es'

/** Language (BCP 47) of content that administrators enter, such as statements and names. */
export const contentLanguage: string = import.meta.env?.VITE_CONTENT_LANG || 'en'

/** Storage key of the choice. It belongs to the device, not to the voter. */
export const LANGUAGE_KEY = 'language'

const isLanguage = (text: string | null): text is Language => text === 'en' || text === 'es'

/** Language chosen in the settings. Null follows the browser. */
export const chosenLanguage = (): Language | null => {
	const chosen = lastingStorage.getItem(LANGUAGE_KEY)
	return isLanguage(chosen) ? chosen : null
}

const browsersLanguage = (): Language | undefined =>
	(globalThis.navigator?.languages ?? []).map((tag) => tag.slice(0, 2)).find(isLanguage)

/** Areas that were defined before the Spanish texts arrived. */
const waiting: (() => void)[] = []
let spanish: typeof import('./es/index.ts') | null = null

const loadSpanish = async (): Promise<void> => {
	spanish = await import('./es/index.ts')
	for (const translate of waiting.splice(0)) translate()
}

/**
 * Resolves when this page's texts are loaded, in English if that fails. Nothing is rendered before. Modules loaded
 * earlier must read texts on render and not copy them.
 */
export const textsLoaded: Promise<void> =
	(chosenLanguage() ?? browsersLanguage()) === 'es'
		? loadSpanish().catch(reportError)
		: Promise.resolve()

export const language = (): Language => (spanish === null ? 'en' : 'es')

/** Locale of dates and numbers (BCP 47). */
export const locale = (): string => (spanish === null ? 'en-US' : 'es')

/** Defines an area of the catalogue by its English texts. Replaces them if the page's language is another one. */
export const inLanguage = <Texts extends object>(
	area: Exclude<keyof typeof import('./es/index.ts'), 'translate'>,
	texts: Texts,
): Texts => {
	// Each Spanish area has the type of the English one.
	const translate = (): void => void Object.assign(texts, spanish?.[area])
	if (spanish === null) waiting.push(translate)
	else translate()
	return texts
}

/** Text of a message in the page's language. A message without a known code keeps its sentence. */
export const messageText = (shown: Message): string => spanish?.translate(shown) ?? shown.message
