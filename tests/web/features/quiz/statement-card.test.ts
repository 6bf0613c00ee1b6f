import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import type { Statement } from '#domain/types.ts'
import { statement } from '#tests/support/attempts.ts'
import { StatementCard } from '#web/features/quiz/statement-card.tsx'

const PRIORITY = 'High Priority'
const COMPLEX = 'Complex Topic'
const UNCLEAR = 'This statement may need clarification.'

/** What the card of a statement with these figures says beside its text. */
const saidOf = (figures: Partial<Statement>): string[] => {
	const card = { ...statement('p', 'c'), ...figures }
	const markup = renderToStaticMarkup(createElement(StatementCard, { statement: card }))
	expect(markup).toContain(card.text)
	return [PRIORITY, COMPLEX, UNCLEAR].filter((words) => markup.includes(`>${words}<`))
}

describe("a statement's card", () => {
	it('has the badge of importance above 1.2 only', () => {
		expect(saidOf({ importance: 1.2 })).toEqual([])
		expect(saidOf({ importance: 1.21 })).toEqual([PRIORITY])
	})

	it('has the badge of complexity above 3 only', () => {
		expect(saidOf({ complexity: 3 })).toEqual([])
		expect(saidOf({ complexity: 3.1 })).toEqual([COMPLEX])
	})

	it('has the note on clarity below 7 only', () => {
		expect(saidOf({ clarity: 7 })).toEqual([])
		expect(saidOf({ clarity: 6.9 })).toEqual([UNCLEAR])
		expect(saidOf({ clarity: 0 })).toEqual([UNCLEAR])
	})

	it('has all of them where all is so, and none where nobody has said anything', () => {
		expect(saidOf({ importance: 2, complexity: 9, clarity: 1 })).toEqual([
			PRIORITY,
			COMPLEX,
			UNCLEAR,
		])
		expect(saidOf({})).toEqual([])
	})
})
