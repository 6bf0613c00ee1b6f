import type { BatchOutcome } from './batch.ts'
import { REQUEST_FAULTS } from './faults.ts'

export const COMMANDS = [
	'quiz.start',
	'quiz.interact',
	'quiz.skip',
	'quiz.complete',
	'quiz.finish',
	'quiz.reset',
	'quiz.batch',
	'test.guess',
	'test.batch',
	'test.complete',
	'test.feedback',
] as const

const DEVICE_FAULTS = [
	'killed',
	'frozen',
	'clock jump',
	'connection lost',
	'closed by the browser',
	'closed in a transaction',
	'asked to close',
	'open unanswered',
	'cached',
	'disk full',
	'database upgrade',
	'server restored',
] as const

export const FAULTS = [...REQUEST_FAULTS, ...DEVICE_FAULTS] as const

export const sumUp = (outcomes: readonly BatchOutcome[]): BatchOutcome => {
	const faults: Record<string, number> = {}
	for (const outcome of outcomes) {
		for (const [name, times] of Object.entries(outcome.faults)) {
			faults[name] = (faults[name] ?? 0) + times
		}
	}
	const total = (of: (outcome: BatchOutcome) => number): number =>
		outcomes.reduce((sum, outcome) => sum + of(outcome), 0)
	return {
		schedules: total((outcome) => outcome.schedules),
		ops: total((outcome) => outcome.ops),
		sends: total((outcome) => outcome.sends),
		faults,
		violations: outcomes.flatMap((outcome) => outcome.violations),
		digests: Object.assign({}, ...outcomes.map((outcome) => outcome.digests)),
	}
}

/** Count of a fault, in total or for one command. */
export const timesOf = ({ faults }: BatchOutcome, fault: string, command?: string): number =>
	Object.entries(faults)
		.filter(([name]) => (command ? name === `${fault}|${command}` : name.startsWith(`${fault}|`)))
		.reduce((sum, [, times]) => sum + times, 0)
