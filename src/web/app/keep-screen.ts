import type { AnyRouter } from '@tanstack/react-router'
import { type Drawn, SCREENS, screenKey, screenMark } from '#web/first/last-screen.ts'
import { isScreenDrawn } from './first-render.ts'
import { session } from './session.ts'
import { keeping, lastingStorage } from './storage.ts'

/** Screens that are stored. */
const KINDS = ['elections', 'quiz', 'results'].map((kind) => SCREENS + kind)
/** Longest stored screen, in characters. */
const MOST = 100_000
/** Time without a change after which a screen is stored, in ms. */
const CALM_MS = 1000

/** Attributes that name an element, of which the app has another one, or that focus it. */
const LEFT_OUT = new Set(['id', 'name', 'for', 'form', 'autofocus', 'tabindex'])
/** Elements of screens that are not stored: they show what may not be in the store, or cover the rest. */
const UNSURE = '[aria-busy="true"], [role="alert"]:not(:empty), dialog[open], :popover-open'

/** True for what is in the window. Excludes what the next start does not show: hints and transient notes. */
const isVisible = (element: Element): boolean =>
	element instanceof SVGElement ||
	(element.getBoundingClientRect().top < innerHeight &&
		element.checkVisibility() &&
		!element.matches('.sr-only, .animate-hint, [data-transient=true]'))

const attributesOf = (element: Element): Record<string, string> =>
	Object.fromEntries(
		[...element.attributes]
			.filter(({ name }) => !LEFT_OUT.has(name))
			// Animations would run twice.
			.map(({ name, value }) => [name, value.replace(/(?<!\S)animate-\S+/g, '')]),
	)

const childrenOf = (element: Element): (Drawn | string)[] =>
	[...element.childNodes].flatMap((node): (Drawn | string)[] => {
		if (node instanceof Text) return [node.data]
		return node instanceof Element && isVisible(node) ? [drawn(node)] : []
	})

/** Copies what is visible. Text fields are empty, because their text may not be in the store. */
const drawn = (element: Element): Drawn => [
	element.localName,
	attributesOf(element),
	...(element.matches('textarea, select') ? [] : childrenOf(element)),
]

/** Returns the text to store. Null if the screen must not be painted at the next start. */
const textOf = (mark: string | null): string | null => {
	const page = document.querySelector('#root > *')
	if (mark === null || page === null || !isScreenDrawn() || page.querySelector(UNSURE)) return null
	const text = JSON.stringify([mark, drawn(page)])
	return text.length > MOST ? null : text
}

const forget = (): void => {
	for (const key of KINDS) lastingStorage.removeItem(key)
}

/**
 * Stores each screen for the next start once it stays unchanged for a while, and removes it when it changes. All are
 * removed when the session ends.
 */
export const keepScreens = (router: AnyRouter): void => {
	// The previous page may have stored it.
	let kept: string | null = KINDS.find((key) => key === screenKey()) ?? null
	const drop = (): void => {
		if (kept !== null) lastingStorage.removeItem(kept)
		kept = null
	}
	const keep = (): void => {
		if (!keeping.keeps()) return
		const key = screenKey()
		const { resolvedLocation, location } = router.state
		if (resolvedLocation?.href !== location.href || scrollY > 0 || !KINDS.includes(key)) return
		const text = textOf(screenMark())
		if (text === null) {
			lastingStorage.removeItem(key)
			return
		}
		try {
			lastingStorage.setItem(key, text)
			kept = key
		} catch {
			// No room: the next start does without it.
		}
	}
	// Safari has no idle callbacks.
	const whenIdle = globalThis.requestIdleCallback ?? setTimeout
	let timer = 0
	const wait = (): void => {
		clearTimeout(timer)
		timer = window.setTimeout(() => whenIdle(keep), CALM_MS)
	}
	const observer = new MutationObserver(() => {
		drop()
		wait()
	})
	const root = document.getElementById('root')
	if (root === null) return
	observer.observe(root, { attributes: true, characterData: true, childList: true, subtree: true })
	wait()
	document.addEventListener('visibilitychange', () => document.hidden && keep())
	addEventListener('pagehide', keep)
	let voter = session.userKey()
	// The session may have ended before this code was loaded.
	if (voter === null) forget()
	session.subscribe(() => {
		if (session.userKey() !== voter) forget()
		voter = session.userKey()
	})
}
