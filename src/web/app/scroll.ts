import type { AnyRouter, ParsedLocation } from '@tanstack/react-router'
import { useLayoutEffect, useRef, useState } from 'react'
import { passingStorage } from './storage.ts'

/** Of this tab, so that a reload knows as well. */
const KEY = 'evenhand.places'
/** By any of these the person takes over. */
const TAKES_OVER = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const

type Places = Record<string, number>

const readPlaces = (): Places => {
	try {
		return JSON.parse(passingStorage.getItem(KEY) ?? '{}') as Places
	} catch {
		// Nothing that we wrote: there is nowhere to go back to.
		return {}
	}
}

const keyOf = ({ state, href }: ParsedLocation): string => state.__TSR_key ?? href

/**
 * Goes to `place` (px from the top) as soon as the page is long enough for that, unless the person moves before.
 * @returns gives up.
 */
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
	// Looks once at first, and then whenever the content has grown.
	if (main !== null) look.observe(main)
	return () => over.abort()
}

/**
 * Brings whoever comes back to a page to where they left it. The router goes there too, but once and at once: what is
 * read from the device comes a moment later, and until then the page is too short. Long lists are back before they are
 * painted (`ui/use-kept-scroll.ts`); this is for every other page, and for a reload.
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

/** Where a list was when it was left: how far the page was scrolled, in px, and what its parts measured. */
interface Kept {
	readonly top: number
	readonly sizes: unknown
}

/** By the list's name and the entry of the browser's history that it stood in. A reload begins anew. */
const kept = new Map<string, Kept>()

/** Of the entry that is shown now; the router writes it. */
const entryKey = (): string =>
	(history.state as { readonly __TSR_key?: string } | null)?.__TSR_key ?? ''

/**
 * Brings the page back to where it was scrolled to when the voter comes back to a list. The router does that for pages
 * that are whole at once; a list is read from the device first.
 * @param takeSizes is called when the list is left, and tells what its parts measured.
 * @returns what they measured when it was left the last time; null where it was not.
 */
export const useScrollRestoration = <Sizes>(name: string, takeSizes: () => Sizes): Sizes | null => {
	const [before] = useState(() => kept.get(`${name}/${entryKey()}`))
	const latest = useRef(takeSizes)
	useLayoutEffect(() => {
		latest.current = takeSizes
	})
	useLayoutEffect(() => {
		if (before) scrollTo({ top: before.top, behavior: 'instant' })
		// By entry: a scroll that goes on while the next page is being opened says nothing of this one.
		const tops = new Map<string, number>()
		const note = (): void => void tops.set(entryKey(), scrollY)
		addEventListener('scroll', note, { passive: true })
		return () => {
			removeEventListener('scroll', note)
			const sizes = latest.current()
			for (const [entry, top] of tops) kept.set(`${name}/${entry}`, { top, sizes })
		}
	}, [name, before])
	return (before?.sizes as Sizes | undefined) ?? null
}
