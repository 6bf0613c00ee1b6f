import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { inParallel } from '#tests/bench/pool.ts'
import type { BatchJob, BatchOutcome } from './batch.ts'
import type { SeededBug } from './seeded-bugs.ts'
import { FRESH_FROM } from './seeds.ts'

/** Maximum number of schedules for detecting a bug. */
export const MUTANT_SEEDS = 300

const root = new URL('../../', import.meta.url)
const folder = new URL('node_modules/.cache/mutants/', root)

/** Result for a bug: the violation that detected it, or null if it survived. */
export interface Kill {
	readonly bug: string
	readonly by: { readonly seed: number; readonly invariant: string; readonly text: string } | null
}

/** Writes the bug into the source copy. @throws if the source no longer contains the code to replace. */
const infect = async (at: URL, { name, changes }: SeededBug): Promise<void> => {
	for (const { file, from, to } of changes) {
		const path = new URL(`src/${file}`, at)
		const text = await readFile(path, 'utf8')
		const times = text.split(from).length - 1
		if (times !== 1) throw new Error(`${name}: "${from}" occurs ${times} times in ${file}`)
		// A function avoids special $ patterns in the replacement.
		await writeFile(
			path,
			text.replace(from, () => to),
		)
	}
}

const copySource = async (at: URL): Promise<void> => {
	await rm(at, { recursive: true, force: true })
	await mkdir(at, { recursive: true })
	const parts = ['package.json', 'src/domain', 'src/contract', 'src/http', 'src/device']
	for (const part of [...parts, 'tests/simulate', 'tests/support/old-db.ts']) {
		await cp(new URL(part, root), new URL(part, at), { recursive: true })
	}
}

const tryToKill = async (bug: SeededBug, at: URL): Promise<Kill> => {
	await copySource(at)
	await infect(at, bug)
	const job: BatchJob = {
		// A restored server forgets anyway, so look for server bugs in schedules without a restore.
		from: bug.server ? FRESH_FROM : 1,
		count: MUTANT_SEEDS,
		first: bug.seed,
		stopAtFirst: true,
		bugs: bug.server ?? {},
	}
	const [outcome] = await inParallel<BatchJob, BatchOutcome>(
		new URL('tests/simulate/worker.ts', at),
		[job],
	)
	await rm(at, { recursive: true })
	return { bug: bug.name, by: outcome?.violations[0] ?? null }
}

/** Runs the simulator on a copy of the source for each bug, one per core. */
export const killAll = async (bugs: readonly SeededBug[]): Promise<Kill[]> => {
	const kills: Kill[] = []
	const waiting = bugs.entries()
	// The same folder for every bug of a core: tsx caches by path, so it compiles changed files only.
	const work = async (core: number): Promise<void> => {
		for (const [index, bug] of waiting) {
			kills[index] = await tryToKill(bug, new URL(`${process.pid}-${core}/`, folder))
		}
	}
	await Promise.all(Array.from({ length: availableParallelism() }, (_, core) => work(core)))
	return kills
}
