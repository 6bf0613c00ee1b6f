import { describe, expect, it } from 'vitest'
import type { OutboxEntry } from '#device/db.ts'
import { testRefusals } from '#web/features/test/results-model.ts'
import { copyText } from '#web/ui/rejected-entries.tsx'
import { guessOf, sessionWith } from './session.ts'

const NOW = Date.parse('2026-11-21T12:00:00Z')
const session = sessionWith(2, [guessOf(1, 'a', true)])

const refused = (command: string, args: object, more: Partial<OutboxEntry> = {}): OutboxEntry => ({
	seq: 7,
	id: 'key-7',
	userId: 'visitor',
	stream: session.id,
	command,
	args: { sessionId: session.id, ...args },
	v: 1,
	state: 'refused',
	tries: 0,
	notBefore: null,
	waitMs: 0,
	reason: 'Not like this.',
	refusedAt: NOW,
	...more,
})
const GUESS = refused('test.guess', { policyId: 'p1', candidateId: 'a', responseTimeMs: 900 })
const FEEDBACK = refused('test.feedback', { feedbackText: 'Which one\nsaid it?' })
const only = (entry: OutboxEntry) => testRefusals(session, [entry])[0]

describe('refused test entries', () => {
	it('show the policy and the guessed candidate', () => {
		expect(only(GUESS)).toEqual({
			seq: 7,
			what: 'A guess',
			begins: false,
			quizName: null,
			statement: 'Policy 1.',
			answer: 'Ann Archer',
			words: null,
			at: NOW,
			reason: 'Not like this.',
		})
	})

	it('show the demographics sent with the end', () => {
		const end = (age: string | null, gender: string | null) =>
			only(refused('test.complete', { demographics: { age, gender } }))
		expect(end('25-34', 'female')).toMatchObject({
			what: 'The end of the test',
			statement: null,
			answer: '25-34, female',
		})
		expect(end(null, 'other')).toMatchObject({ answer: 'other' })
		expect(end(null, null)).toMatchObject({ answer: null })
	})

	it('show the full feedback text', () => {
		expect(only(FEEDBACK)).toMatchObject({
			what: 'Your feedback',
			statement: null,
			answer: null,
			words: 'Which one\nsaid it?',
		})
	})

	it('handle an unknown command, policy, or reason', () => {
		const newer = refused('test.newer', {}, { reason: null, refusedAt: null })
		expect(only(newer)).toMatchObject({
			what: 'Part of this test',
			at: null,
			reason: 'The server gave no reason.',
		})
		expect(only(refused('test.guess', { policyId: 'gone' }))).toMatchObject({ statement: null })
	})
})

it('copy of refused test entries has the full text but no key or session id', () => {
	const text = copyText(testRefusals(session, [GUESS, FEEDBACK]), NOW)
	for (const part of [
		'A guess\nStatement: Policy 1.\nYour answer: Ann Archer\n',
		'Your feedback\nYour words: Which one\nsaid it?\n',
		'Reason: Not like this.',
	]) {
		expect(text).toContain(part)
	}
	expect(text).not.toMatch(/key-7|s1/)
})
