import { execFileSync } from 'node:child_process'

/** Range of fresh seeds: above the fixed ones, with room for seven hexadecimal digits. */
export const FRESH_FROM = 1_000_000
export const FRESH_TO = 2 ** 29

/**
 * The first seed of the schedules that each commit draws anew. A failure can be repeated on the same commit.
 * Outside of a git checkout there is no commit: the seeds are then always the same.
 */
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

/** True for a seed that comes from the commit. */
export const isFresh = (seed: number): boolean => seed >= FRESH_FROM && seed < FRESH_TO
