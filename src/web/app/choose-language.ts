import { LANGUAGE_KEY, type Language } from '#web/texts/language.ts'
import { lastingStorage } from './storage.ts'

/** The languages that the app speaks, each by its own name. */
export const LANGUAGES: Readonly<Record<Language, string>> = { en: 'English', es: 'Español' }

/** Stores the choice; it shows once the page is loaded again. Null leaves it to the browser. */
export const chooseLanguage = (language: Language | null): void => {
	if (language === null) lastingStorage.removeItem(LANGUAGE_KEY)
	else lastingStorage.setItem(LANGUAGE_KEY, language)
}
