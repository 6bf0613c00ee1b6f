import type { BatchOutcome } from './batch.ts'
import { FAULTS, sumUp, timesOf } from './coverage.ts'

/** Interval of progress lines where they cannot be rewritten, in ms. */
const EVERY_MS = 5000

const count = (times: number, noun: string): string =>
	`${times.toLocaleString('en')} ${noun}${times === 1 ? '' : 's'}`

/** "1-100, 151-200" */
const rangesOf = (seeds: readonly number[]): string => {
	const ranges: [number, number][] = []
	for (const seed of [...seeds].sort((a, b) => a - b)) {
		const last = ranges.at(-1)
		if (last?.[1] === seed - 1) last[1] = seed
		else ranges.push([seed, seed])
	}
	return ranges.map(([from, to]) => (from === to ? `${from}` : `${from}-${to}`)).join(', ')
}

const brokenOf = ({ violations }: BatchOutcome): string => {
	const times = new Map<string, number>()
	for (const { invariant } of violations) times.set(invariant, (times.get(invariant) ?? 0) + 1)
	const broken = [...times].sort().map(([invariant, of]) => `${invariant} (${of})`)
	return broken.length === 0 ? 'no violation' : `violations of ${broken.join(', ')}`
}

export interface Progress {
	/** Takes schedules that are done: reports violations at once, and the progress. */
	add(outcome: BatchOutcome): void
	/** Everything that was checked. */
	report(): string
}

/** Reports a run. @param out rewrites one line if it is a terminal. @param now ms, monotonic. */
export const createProgress = (
	schedules: number,
	out: Pick<NodeJS.WriteStream, 'write' | 'isTTY'>,
	now: () => number,
): Progress => {
	const outcomes: BatchOutcome[] = []
	const began = now()
	let written = Number.NEGATIVE_INFINITY
	const total = (): BatchOutcome => sumUp(outcomes)
	const seconds = (): number => (now() - began) / 1000
	const clear = out.isTTY ? '\r\x1b[K' : ''

	const line = (): string => {
		const done = total()
		const faults = FAULTS.reduce((sum, fault) => sum + timesOf(done, fault), 0)
		const rate = (done.schedules / Math.max(seconds(), 0.001)).toFixed(1)
		return `${done.schedules.toLocaleString('en')} of ${count(schedules, 'schedule')}, ${rate}/s, ${count(faults, 'fault')} met, ${count(done.violations.length, 'violation')}`
	}

	return {
		add(outcome) {
			outcomes.push(outcome)
			for (const { seed, invariant, text } of outcome.violations) {
				out.write(
					`${clear}seed ${seed}: ${invariant} ${text}\n  again: npm run simulate -- --from ${seed} --seeds 1 --trace\n`,
				)
			}
			if (out.isTTY) out.write(`${clear}${line()}`)
			else if (now() - written >= EVERY_MS) {
				written = now()
				out.write(`${line()}\n`)
			}
		},
		report() {
			const done = total()
			const met = FAULTS.map((fault) => `${fault} ${timesOf(done, fault)}`)
			return [
				`${clear}Checked ${done.schedules} of ${count(schedules, 'schedule')} in ${seconds().toFixed(0)} s: seeds ${rangesOf(Object.keys(done.digests).map(Number)) || 'none'}`,
				`${count(done.ops, 'command')}, ${count(done.sends, 'send')}`,
				`Invariants I1 to I13: ${brokenOf(done)}`,
				`Faults met: ${met.join(', ')}`,
			].join('\n')
		},
	}
}
