import { execFileSync } from 'node:child_process'

/** Range of fresh seeds, above the fixed ones and with space for seven hexadecimal digits. */
export const FRESH_FROM = 1_000_000
export const FRESH_TO = 2 ** 29

/** First fresh seed, derived from the commit so that a failure is reproducible. Constant outside a git checkout. */
export const freshSeed = (): number => {
	try {
		const commit = execFileSync('git', ['rev-parse', 'HEAD'], {
			encoding: 'utf8',
			stdio: ['ignore', 'pipe', 'ignore'],
		})
		return FRESH_FROM + Number.parseInt(commit.slice(0, 7), 16)
	} catch {
		return FRESH_FROM
	}
}

export const isFresh = (seed: number): boolean => seed >= FRESH_FROM && seed < FRESH_TO
