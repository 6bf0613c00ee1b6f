import { useCallback, useEffect, useRef } from 'react'

/** How long after a key, or after its last step, a browser may still glide to where the key leads, in ms. */
const GLIDE_MS = 1000

/** Whether a key leads to the top of the page; in a field it leads to the beginning of what stands there. */
const leadsToTop = ({ key, target }: KeyboardEvent): boolean =>
	key === 'Home' && !(target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement)

/**
 * Whether the page is being moved by a key: browsers glide there, to the top of the page, say, and stop where anybody
 * else moves it meanwhile. One that was stopped short of the top all the same is taken there.
 */
export const useGliding = (): (() => boolean) => {
	const movedAt = useRef(Number.NEGATIVE_INFINITY)
	const isGliding = useCallback(() => performance.now() - movedAt.current < GLIDE_MS, [])
	useEffect(() => {
		const listening = new AbortController()
		const options = { signal: listening.signal, passive: true }
		let toTop = false
		const end = (): void => {
			movedAt.current = Number.NEGATIVE_INFINITY
		}
		const onKey = (event: KeyboardEvent): void => {
			movedAt.current = performance.now()
			toTop = leadsToTop(event)
		}
		const onScroll = (): void => {
			if (isGliding()) movedAt.current = performance.now()
		}
		const onScrollEnd = (): void => {
			end()
			if (toTop && scrollY > 0) scrollTo({ top: 0 })
			else toTop = false
		}
		const onHand = (): void => {
			end()
			toTop = false
		}
		addEventListener('keydown', onKey, options)
		addEventListener('scroll', onScroll, options)
		addEventListener('scrollend', onScrollEnd, options)
		for (const name of ['wheel', 'touchstart', 'pointerdown'])
			addEventListener(name, onHand, options)
		return () => listening.abort()
	}, [isGliding])
	return isGliding
}
