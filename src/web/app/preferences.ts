import { LANGUAGE_KEY, type Language } from '#web/texts/language.ts'
import { lastingStorage } from './storage.ts'

export type Theme = 'light' | 'dark'

/** Where the choices are stored. What stands there is on the page before it is first drawn (`main.tsx`). */
const THEME = 'theme'
const MOTION = 'motion'

const root = document.documentElement
/** What the browser paints around the page, and the colour that each has where the theme is left to the system. */
const surroundings = [
	...document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]'),
].map((meta) => ({ meta, systems: meta.content }))

/** The theme that was chosen on this device; null where that is left to the system. */
export const chosenTheme = (): Theme | null => {
	const chosen = lastingStorage.getItem(THEME)
	return chosen === 'light' || chosen === 'dark' ? chosen : null
}

/** Whether it was chosen on this device that nothing moves; else the system is followed. */
export const isMotionReduced = (): boolean => lastingStorage.getItem(MOTION) === 'reduce'

const listeners = new Set<() => void>()

/** @returns what takes the listener back. */
export const onAppearance = (listener: () => void): (() => void) => {
	listeners.add(listener)
	return () => listeners.delete(listener)
}

const setAttribute = (name: string, value: string | null): void => {
	if (value === null) delete root.dataset[name]
	else root.dataset[name] = value
}

/** Has the page look as was chosen. */
const show = (): void => {
	const theme = chosenTheme()
	setAttribute(THEME, theme)
	setAttribute(MOTION, isMotionReduced() ? 'reduce' : null)
	const paper = getComputedStyle(root).getPropertyValue('--color-base-100')
	for (const { meta, systems } of surroundings) meta.content = theme === null ? systems : paper
	for (const listener of listeners) listener()
}

const choose = (key: string, value: string | null): void => {
	if (value === null) lastingStorage.removeItem(key)
	else lastingStorage.setItem(key, value)
	show()
}

/** Chooses a theme for this device, or leaves that to the system again. */
export const chooseTheme = (theme: Theme | null): void => choose(THEME, theme)

/** Chooses that nothing moves on this device, or leaves that to the system again. */
export const reduceMotion = (reduce: boolean): void => choose(MOTION, reduce ? 'reduce' : null)

/** Has this page follow what is chosen in another tab, and completes what the first drawing has begun. */
export const followAppearance = (): void => {
	addEventListener('storage', ({ key }) => {
		if (key === null || key === THEME || key === MOTION) show()
	})
	show()
}

/** The languages that the app speaks, each by its own name. */
export const LANGUAGES: Readonly<Record<Language, string>> = { en: 'English', es: 'Español' }

/** Stores the choice; it shows once the page is loaded again. Null leaves it to the browser. */
export const chooseLanguage = (language: Language | null): void => {
	if (language === null) lastingStorage.removeItem(LANGUAGE_KEY)
	else lastingStorage.setItem(LANGUAGE_KEY, language)
}
