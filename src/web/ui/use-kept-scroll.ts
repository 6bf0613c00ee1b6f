import { useLayoutEffect, useRef, useState } from 'react'

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
export const useKeptScroll = <Sizes>(name: string, takeSizes: () => Sizes): Sizes | null => {
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
