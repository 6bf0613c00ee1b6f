import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'

/** Provides the path of the run's cached embedded database. */
export const setup = async (project: TestProject): Promise<() => Promise<void>> => {
	const folder = await mkdtemp(join(tmpdir(), 'evenhand-embedded-'))
	project.provide('embeddedCopy', join(folder, 'fresh.tar'))
	return () => rm(folder, { recursive: true, force: true })
}
