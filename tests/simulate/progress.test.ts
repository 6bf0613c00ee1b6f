import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import type { BatchOutcome } from './batch.ts'
import { createProgress } from './progress.ts'

const outcomeOf = (
	seeds: readonly number[],
	violations: BatchOutcome['violations'] = [],
): BatchOutcome => ({
	schedules: seeds.length,
	ops: 3,
	sends: 4,
	faults: { 'cached|quiz.interact': 2 },
	violations,
	digests: Object.fromEntries(seeds.map((seed) => [seed, ''])),
})

const outputTo = (isTTY: boolean) => {
	const texts: string[] = []
	return { texts, isTTY, write: (text: string | Uint8Array) => texts.push(String(text)) > 0 }
}

describe('progress of a simulation', () => {
	it('tells a failing seed at once, and how to run it again', () => {
		const out = outputTo(false)
		const progress = createProgress(10, out, () => 0)
		progress.add(outcomeOf([4], [{ seed: 4, invariant: 'I2', text: 'gone' }]))
		expect(out.texts[0]).toBe(
			'seed 4: I2 gone\n  again: npm run simulate -- --from 4 --seeds 1 --trace\n',
		)
		expect(progress.report()).toContain('Invariants I1 to I13: violations of I2 (1)')
	})

	it('rewrites one line on a terminal, and else writes one at most every 5 s', () => {
		const terminal = outputTo(true)
		const file = outputTo(false)
		let now = 0
		const both = [terminal, file].map((out) => createProgress(10, out, () => now))
		for (now of [1000, 2000, 6500]) for (const progress of both) progress.add(outcomeOf([now]))
		expect(terminal.texts).toHaveLength(3)
		expect(terminal.texts.join('')).not.toContain('\n')
		expect(file.texts).toEqual([
			'1 of 10 schedules, 1.0/s, 2 faults met, 0 violations\n',
			'3 of 10 schedules, 0.5/s, 6 faults met, 0 violations\n',
		])
	})

	it('names the seeds that were checked and the faults that they met', () => {
		const progress = createProgress(10, outputTo(false), () => 0)
		progress.add(outcomeOf([5, 6]))
		progress.add(outcomeOf([1, 2, 3]))
		expect(progress.report()).toContain('Checked 5 of 10 schedules in 0 s: seeds 1-3, 5-6\n')
		expect(progress.report()).toContain('Invariants I1 to I13: no violation\n')
		expect(progress.report()).toMatch(/\bcached 4\b/)
	})
})

describe('an interrupted simulation', () => {
	it.each([
		['SIGINT', 130],
		['SIGTERM', 143],
	] as const)(
		'tells after %s what it had checked',
		async (signal, code) => {
			const main = fileURLToPath(new URL('main.ts', import.meta.url))
			const args = ['--import', 'tsx', main, '--from', '1', '--seeds', '100000']
			const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
			let output = ''
			child.stdout.on('data', (text) => {
				const before = / faults met/.test(output)
				output += text
				if (!before && / faults met/.test(output)) child.kill(signal)
			})
			const exit = await new Promise((resolve) => child.on('close', resolve))
			expect(exit).toBe(code)
			expect(output).toMatch(/\n20 of 100,000 schedules, [\d.]+\/s, \d+ faults met, 0 violations\n/)
			expect(output).toMatch(
				new RegExp(`\n${signal}\nChecked \\d+ of 100,000 schedules in \\d+ s: seeds \\d+-\\d+`),
			)
			expect(output).toContain('Invariants I1 to I13: no violation\n')
		},
		120_000,
	)
})
