import { describe, expect, it } from 'vitest'
import type { OutboxEntry, StoredAttempt } from '#device/db.ts'
import type { Listed } from '#device/outbox.ts'
import type { Failure } from '#http/failure.ts'
import {
	connectionOf,
	refusals,
	waitingGroups,
	waitsFor,
} from '#web/features/shell/sync-dialog.tsx'
import type { SyncFacts } from '#web/features/shell/sync-status.tsx'
import { copyText, unsentText } from '#web/ui/rejected-entries.tsx'

const NOW = Date.parse('2026-11-21T12:00:00Z')

const attempt: StoredAttempt = {
	id: 'a1',
	serverId: 's1',
	userId: '7',
	compareQuizId: 'q1',
	electionId: null,
	quizName: 'Rate each policy',
	electionName: null,
	quizType: 'SCALE',
	status: 'IN_PROGRESS',
	seed: '1',
	statements: [
		{ policyId: 'p1', candidateId: 'c1', text: 'A tariff for revenue only.', weight: 1 },
	],
	candidateIds: ['c1'],
	answers: {},
	selection: null,
	startedAt: null,
	completedAt: null,
	settled: 0,
	superseded: false,
	reported: null,
}

let seq = 0
const listed = (command: string, more: Partial<OutboxEntry> = {}, of = attempt): Listed => ({
	attempt: of,
	entry: {
		seq: ++seq,
		id: `key-${seq}`,
		userId: '7',
		stream: of.id,
		command,
		args: { attemptId: of.id },
		v: 1,
		state: 'waiting',
		tries: 0,
		notBefore: null,
		waitMs: 0,
		reason: null,
		...more,
	},
})
const answer = (more: Partial<OutboxEntry> = {}): Listed =>
	listed('quiz.interact', { args: { attemptId: 'a1', policyId: 'p1', value: 1 }, ...more })
const refused = (command: string, more: Partial<OutboxEntry> = {}): Listed =>
	listed(command, { state: 'refused', reason: 'Not like this.', refusedAt: NOW, ...more })

describe('waiting entries', () => {
	it.each<[readonly Listed[], string]>([
		[[answer()], '1 answer of “Rate each policy”'],
		[
			[answer(), answer(), listed('quiz.complete')],
			'2 answers and the completion of “Rate each policy”',
		],
		[
			[listed('quiz.start'), answer(), listed('quiz.complete')],
			'The start, 1 answer, and the completion of “Rate each policy”',
		],
		[[listed('quiz.reset')], 'The retake of “Rate each policy”'],
		[[listed('of.a.newer.build')], '1 change of “Rate each policy”'],
	])('are counted by type of change', (rows, text) => {
		expect(waitingGroups(rows, null).map((group) => group.text)).toEqual([text])
	})

	it('are grouped by attempt without refused entries', () => {
		const other = { ...attempt, id: 'a2', quizName: 'Agree or disagree' }
		const rows = [answer(), listed('quiz.start', {}, other), answer(), refused('quiz.complete')]
		expect(waitingGroups(rows, null).map((group) => group.text)).toEqual([
			'2 answers of “Rate each policy”',
			'The start of “Agree or disagree”',
		])
	})

	it('omit the quiz name if the attempt is missing', () => {
		expect(waitingGroups([{ ...answer(), attempt: null }], null)[0]?.text).toBe('1 answer')
	})

	it('count only answers if there are any', () => {
		const entries = [answer(), answer(), listed('quiz.complete')].map(({ entry }) => entry)
		expect(unsentText(entries)).toBe('2 answers')
		expect(unsentText(entries.slice(2))).toBe('1 change')
	})
})

describe('waiting reason', () => {
	const facts: SyncFacts = {
		online: true,
		store: 'ok',
		keeps: true,
		waiting: 1,
		refused: 0,
		late: true,
		paused: false,
		updateNeeded: false,
		sending: false,
	}
	const saying = (
		rows: readonly Listed[],
		more: Partial<SyncFacts> = {},
		heldUntil: number | null = null,
	): string[] =>
		waitingGroups(rows, heldUntil).map((group) => waitsFor(group, { ...facts, ...more }, NOW))

	it('shows the next try in seconds or minutes', () => {
		expect(saying([answer({ notBefore: NOW + 19_400 })])).toEqual(['Retrying in 20 s'])
		expect(saying([answer({ notBefore: NOW + 240_000 })])).toEqual(['Retrying in 4 min'])
		expect(saying([answer({ notBefore: NOW - 1 })])).toEqual(['Will be sent in a moment'])
	})

	it("uses the first entry's next try", () => {
		expect(saying([answer(), answer({ notBefore: NOW + 60_000 })])).toEqual([
			'Will be sent in a moment',
		])
	})

	it("includes the server's Retry-After for all entries", () => {
		const other = { ...attempt, id: 'a2' }
		const putOff = listed('quiz.start', { notBefore: NOW + 90_000 }, other)
		const texts = ['Retrying in 60 s', 'Retrying in 90 s']
		expect(saying([answer(), putOff], {}, NOW + 60_000)).toEqual(texts)
	})

	it.each<[Partial<SyncFacts>, string]>([
		[{ paused: true }, 'Sign in again to send'],
		[{ updateNeeded: true }, 'Update Evenhand to send'],
		[{ online: false }, 'Waiting for a connection'],
	])('names the required event before the next try', (more, text) => {
		expect(saying([answer({ notBefore: NOW + 5000 })], more)).toEqual([text])
	})
})

describe('refused entries', () => {
	it('show the statement and the answer', () => {
		const args = { attemptId: 'a1', policyId: 'p1', value: -2 }
		expect(refusals([refused('quiz.interact', { args })])).toMatchObject([
			{
				what: 'An answer',
				quizName: 'Rate each policy',
				statement: 'A tariff for revenue only.',
				answer: 'Strongly disagree',
				reason: 'Not like this.',
				at: NOW,
			},
		])
	})

	it('show how many policies were picked', () => {
		const args = { attemptId: 'a1', selectedPolicyIds: ['p1', 'p2'] }
		expect(refusals([refused('quiz.interact', { args })])[0]).toMatchObject({
			statement: null,
			answer: '2 policies picked',
		})
	})

	it('handle a missing attempt, missing reason, and unknown command', () => {
		const bare = {
			...refused('of.a.newer.build', { reason: null, refusedAt: null }),
			attempt: null,
		}
		expect(refusals([bare])[0]).toMatchObject({
			what: 'A change',
			quizName: null,
			at: null,
			reason: 'The server gave no reason.',
		})
		const unreadable = refused('quiz.interact', { args: { nonsense: true } })
		expect(refusals([unreadable])[0]).toMatchObject({ statement: null, answer: null })
	})

	it('show a reason with a code, and one that an older build stored', () => {
		const reason = 'This quiz ended on 2026-11-03.'
		const coded = { reason, code: 'quiz-ended-on', values: { day: '2026-11-03' } }
		const rows = [refused('quiz.start', coded), refused('quiz.start', { reason: 'Not like this.' })]
		expect(refusals(rows).map((row) => row.reason)).toEqual([reason, 'Not like this.'])
	})

	it('offer a reset if a start was refused as already completed', () => {
		const reason = 'You have already completed this quiz.'
		const rows = [refused('quiz.start', { reason }), refused('quiz.complete', { reason })]
		expect(refusals([...rows, refused('quiz.start')]).map(({ taken }) => taken)).toEqual([
			...['q1', undefined, undefined],
		])
	})

	it('mark entries that others depend on', () => {
		const rows = [refused('quiz.start'), refused('quiz.reset'), refused('quiz.complete')]
		expect(refusals(rows).map(({ begins }) => begins)).toEqual([true, true, false])
	})
})

describe('copy of refused entries', () => {
	it('contains content, date, and reason but no key', () => {
		const args = { attemptId: 'a1', policyId: 'p1', value: 1 }
		const text = copyText(refusals([refused('quiz.interact', { args })]), NOW)
		for (const part of [
			'An answer (Rate each policy)',
			'Statement: A tariff for revenue only.',
			'Your answer: Agree',
			'Reason: Not like this.',
			'Not accepted: November 21, 2026',
		]) {
			expect(text).toContain(part)
		}
		expect(text).not.toContain('key-')
	})
})

describe('connection check', () => {
	it('distinguishes unreachable servers from failing ones', () => {
		const failed = (error: Failure) => connectionOf({ ok: false, error })
		expect(connectionOf({ ok: true, value: {} })).toBe('online')
		expect(failed({ kind: 'offline' })).toBe('unreachable')
		expect(failed({ kind: 'timeout' })).toBe('unreachable')
		expect(failed({ kind: 'bad-response', status: 200 })).toBe('failing')
		const problem = { kind: 'problem', message: '', errors: [], retryAfterMs: null } as const
		expect(failed({ ...problem, status: 503 })).toBe('failing')
		// 404: no active knowledge test, but the server is reachable.
		expect(failed({ ...problem, status: 404 })).toBe('online')
	})
})
