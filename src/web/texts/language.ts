import type { Message } from '#contract/messages.ts'
import { lastingStorage } from '#web/app/storage.ts'

type Translation = typeof import('./es/index.ts')

/** Texts of the languages beside English. */
const TRANSLATIONS = {
	es: () => import('./es/index.ts'),
} satisfies Record<string, () => Promise<Translation>>

/** Languages of the app, by ISO 639-1. Statements stay in the language in which they were entered. */
export type Language = 'en' | keyof typeof TRANSLATIONS

/** Language (BCP 47) of content that administrators enter, such as statements and names. */
export const contentLanguage: string = import.meta.env?.VITE_CONTENT_LANG || 'en'

/** Storage key of the choice. It belongs to the device, not to the voter. */
export const LANGUAGE_KEY = 'language'

const isLanguage = (text: string | null): text is Language =>
	text === 'en' || Object.hasOwn(TRANSLATIONS, text ?? '')

/** Language chosen in the settings. Null follows the browser. */
export const chosenLanguage = (): Language | null => {
	const chosen = lastingStorage.getItem(LANGUAGE_KEY)
	return isLanguage(chosen) ? chosen : null
}

const browsersLanguage = (): Language | undefined =>
	(globalThis.navigator?.languages ?? []).map((tag) => tag.slice(0, 2)).find(isLanguage)

/** Areas that were defined before the translation arrived. */
const waiting: (() => void)[] = []
let shown: Language = 'en'
let translation: Translation | null = null

const load = async (wanted: keyof typeof TRANSLATIONS): Promise<void> => {
	translation = await TRANSLATIONS[wanted]()
	shown = wanted
	for (const translate of waiting.splice(0)) translate()
}

const wanted = chosenLanguage() ?? browsersLanguage() ?? 'en'

/**
 * Resolves when this page's texts are loaded, in English if that fails. Nothing is rendered before. Modules loaded
 * earlier must read texts on render and not copy them.
 */
export const textsLoaded: Promise<void> =
	wanted === 'en' ? Promise.resolve() : load(wanted).catch(reportError)

export const language = (): Language => shown

/** Locale of dates and numbers (BCP 47). */
export const locale = (): string => (shown === 'en' ? 'en-US' : shown)

/** Defines an area of the catalogue by its English texts. Replaces them if the page's language is another one. */
export const inLanguage = <Texts extends object>(
	area: Exclude<keyof Translation, 'translate'>,
	texts: Texts,
): Texts => {
	// Each translated area has the type of the English one.
	const translate = (): void => void Object.assign(texts, translation?.[area])
	if (translation === null) waiting.push(translate)
	else translate()
	return texts
}

/** Text of a message in the page's language. A message without a known code keeps its sentence. */
export const messageText = (message: Message): string =>
	translation?.translate(message) ?? message.message
