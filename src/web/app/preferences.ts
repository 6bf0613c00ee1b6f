import { createSignal } from '#device/signal.ts'
import { LANGUAGE_KEY, type Language } from '#web/texts/language.ts'
import { lastingStorage } from './storage.ts'

export type Theme = 'light' | 'dark'

/** Storage keys. `main.tsx` applies them before the first paint. */
const THEME = 'theme'
const MOTION = 'motion'

const root = document.documentElement
/** `theme-color` tags with the colors that apply to the system's theme. */
const surroundings = [
	...document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]'),
].map((meta) => ({ meta, systems: meta.content }))

/** Theme chosen on this device. Null follows the system. */
export const chosenTheme = (): Theme | null => {
	const chosen = lastingStorage.getItem(THEME)
	return chosen === 'light' || chosen === 'dark' ? chosen : null
}

/** True if reduced motion was chosen on this device. False follows the system. */
export const isMotionReduced = (): boolean => lastingStorage.getItem(MOTION) === 'reduce'

const shownTheme = createSignal(chosenTheme())

export const onAppearance = shownTheme.subscribe

const setAttribute = (name: string, value: string | null): void => {
	if (value === null) delete root.dataset[name]
	else root.dataset[name] = value
}

const show = (): void => {
	const theme = chosenTheme()
	setAttribute(THEME, theme)
	setAttribute(MOTION, isMotionReduced() ? 'reduce' : null)
	const paper = getComputedStyle(root).getPropertyValue('--color-base-100')
	for (const { meta, systems } of surroundings) meta.content = theme === null ? systems : paper
	shownTheme.set(theme)
}

const choose = (key: string, value: string | null): void => {
	if (value === null) lastingStorage.removeItem(key)
	else lastingStorage.setItem(key, value)
	show()
}

/** Null follows the system. */
export const chooseTheme = (theme: Theme | null): void => choose(THEME, theme)

/** False follows the system. */
export const reduceMotion = (reduce: boolean): void => choose(MOTION, reduce ? 'reduce' : null)

/** Completes what `main.tsx` applied before the first paint, and follows changes in other tabs. */
export const followAppearance = (): void => {
	addEventListener('storage', ({ key }) => {
		if (key === null || key === THEME || key === MOTION) show()
	})
	show()
}

export const LANGUAGES: Readonly<Record<Language, string>> = { en: 'English', es: 'Español' }

/** Stores the choice, which applies after a reload. Null follows the browser. */
export const chooseLanguage = (language: Language | null): void => {
	if (language === null) lastingStorage.removeItem(LANGUAGE_KEY)
	else lastingStorage.setItem(LANGUAGE_KEY, language)
}
