import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import type { Statement } from '#domain/types.ts'
import { statement } from '#tests/support/attempts.ts'
import { StatementCard } from '#web/features/quiz/statement-card.tsx'

const PRIORITY = 'High Priority'
const COMPLEX = 'Complex Topic'
const UNCLEAR = 'This statement may need clarification.'

/** Badges and notes that the card shows for these figures. */
const saidOf = (figures: Partial<Statement>): string[] => {
	const card = { ...statement('p', 'c'), ...figures }
	const props = { statement: card, onBackground: () => undefined }
	const markup = renderToStaticMarkup(createElement(StatementCard, props))
	expect(markup).toContain(card.text)
	return [PRIORITY, COMPLEX, UNCLEAR].filter((words) => markup.includes(`>${words}<`))
}

describe('statement card', () => {
	it('shows the importance badge only above 1.2', () => {
		expect(saidOf({ importance: 1.2 })).toEqual([])
		expect(saidOf({ importance: 1.21 })).toEqual([PRIORITY])
	})

	it('shows the complexity badge only above 3', () => {
		expect(saidOf({ complexity: 3 })).toEqual([])
		expect(saidOf({ complexity: 3.1 })).toEqual([COMPLEX])
	})

	it('shows the clarity note only below 7', () => {
		expect(saidOf({ clarity: 7 })).toEqual([])
		expect(saidOf({ clarity: 6.9 })).toEqual([UNCLEAR])
		expect(saidOf({ clarity: 0 })).toEqual([UNCLEAR])
	})

	it('shows all badges together and none without figures', () => {
		expect(saidOf({ importance: 2, complexity: 9, clarity: 1 })).toEqual([
			PRIORITY,
			COMPLEX,
			UNCLEAR,
		])
		expect(saidOf({})).toEqual([])
	})
})
