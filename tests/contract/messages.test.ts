import fc from 'fast-check'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { ADMIN_MESSAGES } from '#contract/admin/messages.ts'
import { LoginForm, RegisterForm, ResetPasswordForm } from '#contract/auth.ts'
import { FeedbackText } from '#contract/knowledge-test.ts'
import { MESSAGES, messageIn, messageOf, readIssue } from '#contract/messages.ts'

describe('messageOf', () => {
	it.each([
		[messageOf('quiz-not-active'), 'This quiz is not active.'],
		[
			messageOf({ code: 'quiz-opens-on', values: { day: '2026-12-01' } }),
			'This quiz opens on 2026-12-01.',
		],
		[
			messageOf({ code: 'quiz-ended-on', values: { day: '2026-12-01' } }),
			'This quiz ended on 2026-12-01.',
		],
		[
			messageOf({ code: 'quiz-needs-candidates', values: { least: 2 } }),
			'This quiz needs at least 2 candidates.',
		],
		[
			messageOf({ code: 'quiz-needs-policies', values: { names: 'Taft, Debs' } }),
			'No validated policies yet for: Taft, Debs.',
		],
		[messageOf('one-question-unanswered'), 'This quiz is not finished: 1 question is unanswered.'],
		[
			messageOf({ code: 'questions-unanswered', values: { count: 2 } }),
			'This quiz is not finished: 2 questions are unanswered.',
		],
		[
			messageOf({ code: 'body-too-large', values: { bytes: 65536 } }),
			'The request body is larger than 65536 bytes.',
		],
		[
			messageOf({ code: 'reset-link-mailed', values: { minutes: 30 } }),
			'If this address has an account, we are sending it a link to set a new password. The link works once, for 30 minutes.',
		],
		[
			messageOf({ code: 'reset-link-ready', values: { minutes: 30 } }),
			'If this address has an account, an administrator can now give you a link to set a new password. The link works once, for 30 minutes.',
		],
		[
			messageIn(ADMIN_MESSAGES, { code: 'test-candidate-deleted', values: { name: 'Taft' } }),
			'Taft was deleted. Restore this candidate first.',
		],
	])('makes the sentence of %j', ({ message }, sentence) => {
		expect(message).toBe(sentence)
	})

	it('keeps values unchanged, with any content', () => {
		fc.assert(
			fc.property(fc.string(), (names) => {
				const { message } = messageOf({ code: 'quiz-needs-policies', values: { names } })
				expect(message).toBe(`No validated policies yet for: ${names}.`)
			}),
		)
	})
})

describe('codes', () => {
	it('are plain words, each in one table only', () => {
		const codes = [...Object.keys(MESSAGES), ...Object.keys(ADMIN_MESSAGES)]
		expect(codes.filter((code) => !/^[a-z]+(?:-[a-z]+)*$/.test(code))).toEqual([])
		expect(new Set(codes).size).toBe(codes.length)
	})
})

describe('readIssue', () => {
	it('keeps a sentence', () => {
		expect(readIssue('must be a text')).toEqual({ message: 'must be a text' })
	})

	it.each([
		['sign-in', LoginForm, { username: 'a', password: 'a', remember: true }],
		['empty sign-in', LoginForm, { username: '', password: '', remember: true }],
		[
			'registration',
			RegisterForm,
			{ username: 'a', email: 'a', password: 'a', confirmPassword: 'b' },
		],
		[
			'empty registration',
			RegisterForm,
			{ username: '', email: '', password: '', confirmPassword: '' },
		],
		['password', ResetPasswordForm, { password: 'x'.repeat(200), confirmPassword: 'x' }],
		['feedback', FeedbackText, 'x'.repeat(6000)],
		['empty feedback', FeedbackText, ' '],
	])('reads every issue of the %s form as a message with all its values', (_, schema, value) => {
		const { issues = [] } = v.safeParse(schema as v.GenericSchema, value)
		expect(issues.length).toBeGreaterThan(0)
		for (const issue of issues) {
			const read = readIssue(issue.message)
			expect(read.code).toBe(issue.message)
			expect(read.message).toMatch(/^[A-Z][^{}]+$/)
		}
	})
})
