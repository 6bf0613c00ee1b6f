import type { AnyRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { parseSearch, textParam } from './search.ts'

interface Place {
	readonly pathname: string
	readonly search: { readonly attemptId?: unknown }
}

/** Whether a page of the app asks a question: what the voter is in the middle of is never interrupted. */
export const isQuestion = ({ pathname, search }: Place): boolean =>
	/^\/quiz\/[^/]+\/?$/.test(pathname) && textParam(search.attemptId) !== undefined

let held = 0
const listeners = new Set<() => void>()
const change = (by: number): void => {
	held += by
	for (const listener of listeners) listener()
}

/**
 * What is on screen is as good as a question until it is let go or its page is left: a knowledge test, whose address does
 * not tell its questions from its results, or a text that somebody is writing.
 * @returns lets it go; once is enough.
 */
export const blockReload = (): (() => void) => {
	let mine = true
	change(1)
	return () => {
		if (mine) change(-1)
		mine = false
	}
}

/** Whether a question is on screen, by the address of the page alone, or because it is held. */
export const isQuizPath = ({ pathname, search }: Pick<Location, 'pathname' | 'search'>): boolean =>
	held > 0 || isQuestion({ pathname, search: parseSearch(search) })

/** Calls back whenever something is held or let go. @returns what takes the listener back. */
export const onHeld = (listener: () => void): (() => void) => {
	listeners.add(listener)
	return () => listeners.delete(listener)
}

/**
 * Whether a question is on screen, by its address or because it is held. Not while its page is still being loaded, nor
 * once the voter is on the way to another.
 */
export const isReloadBlocked = ({ state }: Pick<AnyRouter, 'state'>): boolean => {
	const { resolvedLocation: shown, location: next } = state
	if (shown === undefined) return false
	return (isQuestion(shown) && isQuestion(next)) || (held > 0 && shown.pathname === next.pathname)
}

/** Keeps updates from the page while `on`, as long as the component is there: they wait, and are offered afterwards. */
export const useBlockReload = (on = true): void => {
	useEffect(() => (on ? blockReload() : undefined), [on])
}
