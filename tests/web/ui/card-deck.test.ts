import { createElement } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { expect, it, onTestFinished, vi } from 'vitest'
import { CardDeck } from '#web/ui/card-deck.tsx'

interface Moving {
	onfinish?: () => void
	cancelled: boolean
}

/** Renders a deck in which animations last until the test ends them. */
const openDeck = () => {
	const moving: Moving[] = []
	const animate = (): Moving & { cancel(): void } => {
		const one = {
			cancelled: false,
			cancel() {
				one.cancelled = true
			},
		}
		moving.push(one)
		return one
	}
	Object.assign(HTMLElement.prototype, { animate })
	vi.spyOn(globalThis, 'matchMedia').mockReturnValue({ matches: false } as MediaQueryList)
	const place = document.createElement('div')
	const root = createRoot(place)
	onTestFinished(() => {
		flushSync(() => root.unmount())
		Reflect.deleteProperty(HTMLElement.prototype, 'animate')
	})
	const draw = ({ policyId }: { policyId: string }) => createElement('h2', null, policyId)
	return {
		moving,
		show: (policyId: string): void =>
			flushSync(() =>
				root.render(createElement(CardDeck, { item: { policyId }, draw, side: 1, swipe: null })),
			),
		/** Cards in the deck; those that leave in parentheses. */
		cards: (): string[] =>
			[...place.querySelectorAll('h2')].map((card) =>
				card.closest('[aria-hidden=true]') ? `(${card.textContent})` : (card.textContent ?? ''),
			),
	}
}

it('a deck shows the next card while the previous one leaves', () => {
	const { show, cards, moving } = openDeck()
	show('A')
	expect(moving).toEqual([])
	show('B')
	expect(cards()).toEqual(['(A)', 'B'])
	show('C')
	expect(cards()).toEqual(['(A)', '(B)', 'C'])
	flushSync(() => moving[0]?.onfinish?.())
	expect(cards()).toEqual(['(B)', 'C'])
})

it('a card that returns while it leaves is the only one of its kind, and stays', () => {
	const { show, cards, moving } = openDeck()
	show('A')
	show('B')
	show('A')
	expect(cards()).toEqual(['(B)', 'A'])
	expect(moving[0]?.cancelled).toBe(true)
	flushSync(() => moving[1]?.onfinish?.())
	expect(cards()).toEqual(['A'])
})

it('a deck replaces its card at once where elements cannot be animated', () => {
	const { show, cards } = openDeck()
	Reflect.deleteProperty(HTMLElement.prototype, 'animate')
	show('A')
	show('B')
	expect(cards()).toEqual(['B'])
})
