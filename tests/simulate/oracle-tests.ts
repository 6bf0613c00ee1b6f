import type { OutboxEntry } from '#device/db.ts'
import type { TestStanding } from './backend.ts'
import type { Stored } from './oracle.ts'
import type { Run } from './run.ts'

const isGuessOf =
	(policyId: string) =>
	({ command, args }: OutboxEntry): boolean =>
		command === 'test.guess' && (args as { policyId: string }).policyId === policyId

/** I1: each guess and each finished session has an entry or an effect, and each entry its guess. */
export const checkTestsUnsent = (
	run: Run,
	standings: ReadonlyMap<string, TestStanding>,
	{ testSessions, outbox }: Stored,
): void => {
	for (const { id, guesses, stage } of testSessions) {
		const queued = outbox.filter(({ stream }) => stream === id)
		const known = standings.get(id)
		for (const { policyId } of guesses) {
			if (queued.some(isGuessOf(policyId)) || known?.guesses[policyId] !== undefined) continue
			run.reportViolation('I1', `the guess of ${policyId} in ${id} has no entry and no effect`)
		}
		const ends = queued.some(({ command }) => command === 'test.complete')
		if (stage === 'finished' && !ends && !known?.completed) {
			run.reportViolation('I1', `the test ${id} is finished without an entry or an effect`)
		}
	}
	const guessed = new Set(
		testSessions.flatMap(({ id, guesses }) => guesses.map(({ policyId }) => `${id}/${policyId}`)),
	)
	for (const { command, stream, args } of outbox) {
		const { policyId } = args as { policyId?: string }
		if (command !== 'test.guess' || guessed.has(`${stream}/${policyId}`)) continue
		run.reportViolation('I1', `a guess of ${policyId} waits in ${stream} and is not shown`)
	}
}

/** I11: once nothing waits, each guess that was not refused shows the server's grade. */
export const checkTestsShown = (
	run: Run,
	standings: ReadonlyMap<string, TestStanding>,
	{ testSessions, outbox }: Stored,
): void => {
	for (const { id, guesses } of testSessions) {
		const left = outbox.filter(({ stream }) => stream === id)
		for (const { policyId, correct, settled } of guesses) {
			if (left.some(isGuessOf(policyId))) continue
			if (settled && standings.get(id)?.guesses[policyId] === correct) continue
			run.reportViolation(
				'I11',
				`the guess of ${policyId} in ${id} is shown otherwise than it is graded`,
			)
		}
	}
}
