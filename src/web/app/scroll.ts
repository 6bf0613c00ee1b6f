import type { AnyRouter, ParsedLocation } from '@tanstack/react-router'
import { useLayoutEffect, useState } from 'react'
import { useEvent } from '#web/ui/hooks.ts'
import { passingStorage } from './storage.ts'

/** Per tab, so that it survives a reload. */
const KEY = 'evenhand.places'
/** Input that cancels the scroll restoration. */
const TAKES_OVER = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const

type Places = Record<string, number>

const readPlaces = (): Places => {
	try {
		return JSON.parse(passingStorage.getItem(KEY) ?? '{}') as Places
	} catch {
		// Not written by this app.
		return {}
	}
}

const keyOf = ({ state, href }: ParsedLocation): string => state.__TSR_key ?? href

/** Scrolls to `place` (px from the top) once the page is long enough, unless the user moves first. @returns cancels. */
const goTo = (place: number): (() => void) => {
	const over = new AbortController()
	const look = new ResizeObserver(() => {
		window.scrollTo({ top: place, behavior: 'instant' })
		if (Math.abs(window.scrollY - place) <= 1) over.abort()
	})
	over.signal.addEventListener('abort', () => look.disconnect())
	for (const event of TAKES_OVER) {
		addEventListener(event, () => over.abort(), { signal: over.signal, passive: true })
	}
	const main = document.getElementById('main')
	// Fires once at first, and then whenever the content grows.
	if (main !== null) look.observe(main)
	return () => over.abort()
}

/**
 * Restores the scroll position on return to a page and after a reload. The router restores it only once and at once,
 * when data from the device is still missing and the page is too short.
 */
export const restoreScroll = (router: AnyRouter): void => {
	const places = readPlaces()
	let giveUp = (): void => undefined
	const note = (location: ParsedLocation | undefined): void => {
		if (location !== undefined) places[keyOf(location)] = Math.round(window.scrollY)
	}
	const settle = (location: ParsedLocation | undefined): void => {
		giveUp()
		const place = location && places[keyOf(location)]
		if (place) giveUp = goTo(place)
	}
	router.subscribe('onBeforeLoad', ({ fromLocation }) => {
		giveUp()
		note(fromLocation)
	})
	router.subscribe('onRendered', ({ toLocation }) => settle(toLocation))
	addEventListener('pagehide', () => {
		note(router.state.resolvedLocation)
		passingStorage.setItem(KEY, JSON.stringify(places))
	})
	settle(router.state.resolvedLocation)
}

/** Scroll position (px) and measurements of a list when it was left. */
interface Kept {
	readonly top: number
	readonly sizes: unknown
}

/** Keyed by list and history entry. Not kept over a reload. */
const kept = new Map<string, Kept>()

/** Key of the current history entry, written by the router. */
const entryKey = (): string =>
	(history.state as { readonly __TSR_key?: string } | null)?.__TSR_key ?? ''

/**
 * Restores a list's scroll position on return. The router tries before the list is read from the device.
 * @param takeSizes called on leaving the list. @returns its measurements of the last visit, or null.
 */
export const useScrollRestoration = <Sizes>(name: string, takeSizes: () => Sizes): Sizes | null => {
	const [before] = useState(() => kept.get(`${name}/${entryKey()}`))
	const measure = useEvent(takeSizes)
	useLayoutEffect(() => {
		if (before) scrollTo({ top: before.top, behavior: 'instant' })
		// Keyed by entry, because scrolling may continue while the next page opens.
		const tops = new Map<string, number>()
		const note = (): void => void tops.set(entryKey(), scrollY)
		addEventListener('scroll', note, { passive: true })
		return () => {
			removeEventListener('scroll', note)
			const sizes = measure()
			for (const [entry, top] of tops) kept.set(`${name}/${entry}`, { top, sizes })
		}
	}, [name, before, measure])
	return (before?.sizes as Sizes | undefined) ?? null
}
