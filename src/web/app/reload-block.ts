import type { AnyRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { createSignal } from '#device/signal.ts'
import { parseSearch, textParam } from './search.ts'

interface Place {
	readonly pathname: string
	readonly search: { readonly attemptId?: unknown }
}

/** True for pages that ask a question: nothing may interrupt the voter there. */
export const isQuestion = ({ pathname, search }: Place): boolean =>
	/^\/quiz\/[^/]+\/?$/.test(pathname) && textParam(search.attemptId) !== undefined

const blocks = createSignal(0)
const change = (by: number): void => blocks.set(blocks.get() + by)

/**
 * Blocks app reloads until released or the page is left, e.g. while text is unsaved or during a knowledge test, whose
 * URL does not tell questions from results. @returns an idempotent release.
 */
export const blockReload = (): (() => void) => {
	let mine = true
	change(1)
	return () => {
		if (mine) change(-1)
		mine = false
	}
}

/** True if a question is on screen, by the page's URL alone or by a block. */
export const isQuizPath = ({ pathname, search }: Pick<Location, 'pathname' | 'search'>): boolean =>
	blocks.get() > 0 || isQuestion({ pathname, search: parseSearch(search) })

export const onHeld = blocks.subscribe

/** True if a question is on screen, by URL or block. False while its page loads, and once the voter leaves it. */
export const isReloadBlocked = ({ state }: Pick<AnyRouter, 'state'>): boolean => {
	const { resolvedLocation: shown, location: next } = state
	if (shown === undefined) return false
	return (
		(isQuestion(shown) && isQuestion(next)) ||
		(blocks.get() > 0 && shown.pathname === next.pathname)
	)
}

/** Blocks reloads while `on` and mounted. Updates are offered afterwards. */
export const useBlockReload = (on = true): void => {
	useEffect(() => (on ? blockReload() : undefined), [on])
}
