import { describe, expect, it } from 'vitest'
import { feedbackProblem } from '#web/features/test/feedback-dialog.tsx'
import { outcomeOf } from '#web/features/test/session-model.ts'
import { initialsOf } from '#web/first/looks.ts'
import { guessOf, sessionWith } from './session.ts'

describe('last guess text', () => {
	const session = sessionWith(3, [
		guessOf(1, 'a', true),
		guessOf(2, 'a', false),
		guessOf(3, 'b', null),
	])

	it("names the policy's candidate for right and wrong guesses", () => {
		expect(outcomeOf(session, 'p1')).toEqual({
			correct: true,
			verdict: 'Right',
			text: 'The last one was Ann Archer.',
		})
		expect(outcomeOf(session, 'p2')).toEqual({
			correct: false,
			verdict: 'Not quite',
			text: 'The last one was Bob.',
		})
	})

	it('withdraws the verdict of a refused guess', () => {
		const refused = sessionWith(3, [{ ...guessOf(1, 'a', null), refused: true }])
		expect(outcomeOf(refused, 'p1')).toEqual({
			correct: null,
			verdict: null,
			text: "Your last guess couldn't be saved. Your results say why.",
		})
	})

	it('is null before the first guess and while ungraded', () => {
		expect(outcomeOf(session, 'p3')).toBeNull()
		expect(outcomeOf(session, null)).toBeNull()
	})
})

describe('initials', () => {
	it.each([
		['Theodore Roosevelt', 'TR'],
		['William Howard Taft', 'WT'],
		['plato', 'P'],
		['', ''],
	])('of "%s" use the first and the last name', (name, initials) => {
		expect(initialsOf(name)).toBe(initials)
	})
})

describe('feedback text', () => {
	it('is limited to 5000 characters', () => {
		expect(feedbackProblem(' ')).toBe('Please enter your feedback')
		expect(feedbackProblem('x'.repeat(5000))).toBeNull()
		expect(feedbackProblem(`  ${'x'.repeat(5000)}  `)).toBeNull()
		expect(feedbackProblem('x'.repeat(5001))).toBe('Feedback is too long (max 5000 characters)')
	})
})
