import { expect, type Locator, type Page } from 'playwright/test'

export const PHONES = [
	{ width: 320, height: 568 },
	{ width: 360, height: 640 },
	{ width: 390, height: 664 },
	{ width: 390, height: 844 },
] as const

/**
 * Waits until the page is drawn in its current size: charts and lists measure themselves in the frame after a change, and
 * React may redraw them in the next one.
 */
const untilDrawn = (page: Page): Promise<void> =>
	page.evaluate(
		() =>
			new Promise<void>((resolve) => {
				requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve)))
			}),
	)

/** Finds elements that overflow the window, are cut off by a box, or spill out of a button or badge. */
export const overflowing = async (page: Page): Promise<string[]> => {
	await untilDrawn(page)
	return page.evaluate(() => {
		const shown = [...document.querySelectorAll<HTMLElement>('body *')].filter(
			(element) =>
				element.checkVisibility({ opacityProperty: true }) &&
				element.closest('.sr-only, [inert], svg, [popover]:not(:popover-open)') === null,
		)
		const scrolls = (element: Element): boolean =>
			['auto', 'scroll'].includes(getComputedStyle(element).overflowX)
		const outside = shown.filter((element) => {
			const { left, right, width } = element.getBoundingClientRect()
			if (width <= 1 || (left >= -1 && right <= innerWidth + 1)) return false
			for (let at = element.parentElement; at !== null; at = at.parentElement) {
				if (scrolls(at)) return false
			}
			return true
		})
		const cut = shown.filter((element) => {
			const clips = getComputedStyle(element).overflowX !== 'visible'
			const fixed = element.matches('button, a, .badge')
			if (element.matches('input, textarea, select') || scrolls(element)) return false
			const { scrollWidth, clientWidth, scrollHeight, clientHeight } = element
			// Inline elements have no box. Elements of one pixel are for screen readers only.
			if (clientWidth <= 1) return false
			return (
				((clips || fixed) && scrollWidth > clientWidth + 1) ||
				(fixed && scrollHeight > clientHeight + 4)
			)
		})
		const sideways =
			document.documentElement.scrollWidth > innerWidth ? ['the page scrolls sideways'] : []
		const name = (element: HTMLElement): string =>
			`${element.tagName} ${element.className} "${element.textContent?.slice(0, 40)}"`
		return [...sideways, ...outside.map(name), ...cut.map(name)]
	})
}

/** Asserts that nothing overflows or is cut off: on the narrowest phone, and with text at 200%. */
export const expectNoOverflow = async (page: Page, what = page.url()): Promise<void> => {
	const setText = (size: string): Promise<void> =>
		page.evaluate((fontSize) => {
			document.documentElement.style.fontSize = fontSize
		}, size)
	await page.setViewportSize({ width: 320, height: 640 })
	expect(await overflowing(page), `${what} at 320 px`).toEqual([])
	await page.setViewportSize({ width: 390, height: 844 })
	await setText('200%')
	expect(await overflowing(page), `${what} at 200 %`).toEqual([])
	await setText('')
}

/**
 * Finds points of an element that another element covers, at the current scroll position and scrolled into view.
 * @throws if the page replaces the element meanwhile: a removed element has no place.
 */
export const covered = async (element: Locator): Promise<string[]> => {
	await untilDrawn(element.page())
	return element.evaluate((named) => {
		if (!named.isConnected) throw new Error(`"${named.textContent}" has left the page`)
		// An inline element wraps: measure its paragraph.
		const inline = getComputedStyle(named).display === 'inline'
		const target = (inline && named.parentElement) || named
		const look = (when: string): string[] => {
			const { left, top, width, height } = target.getBoundingClientRect()
			const found: string[] = []
			for (const x of [0.05, 0.5, 0.95]) {
				for (const y of [0.05, 0.5, 0.95]) {
					const [px, py] = [left + width * x, top + height * y]
					const at = document.elementFromPoint(px, py)
					if (at === null || target.contains(at) || at.contains(target)) continue
					found.push(
						`${when}: "${target.textContent?.slice(0, 30)}" under ${at.tagName} ${at.className}`,
					)
				}
			}
			return found
		}
		const first = look('at first')
		target.scrollIntoView({ block: 'nearest', behavior: 'instant' })
		return [...first, ...look('in view')]
	})
}
