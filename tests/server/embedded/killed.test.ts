import { describe, expect, it } from 'vitest'
import { openDb } from '#server/db/open.ts'
import { settings } from '#server/db/schema.ts'
import { putCluster } from '../../support/database.ts'
import { child, dataDir, run, setUpProgram } from '../../support/program.ts'

setUpProgram()

const WRITER = `
	import { openDb } from './src/server/db/open.ts'
	import { settings } from './src/server/db/schema.ts'
	const { db } = await openDb({ kind: 'embedded', dataDir: process.env.DATA_DIR }, () => undefined)
	const at = new Date()
	for (let row = 0; row < 100_000; row++) {
		const key = process.env.ROUND + '-' + row
		await db.transaction(async (tx) => {
			await tx.insert(settings).values({ key, value: 'x'.repeat(2000), updatedAt: at })
			await tx.insert(settings).values({ key: key + '-pair', value: 1, updatedAt: at })
		})
		console.log('committed ' + key)
	}`

const keys = async (): Promise<Set<string>> => {
	const { db, close } = await openDb({ kind: 'embedded', dataDir }, () => undefined)
	try {
		return new Set((await db.select({ key: settings.key }).from(settings)).map(({ key }) => key))
	} finally {
		await close()
	}
}

describe('embedded database killed during writes', () => {
	it('reopens with all committed and no partial transactions', async () => {
		await putCluster(dataDir)
		const committed: string[] = []
		for (const [round, rows] of [40, 90].entries()) {
			const program = ['--input-type=module', '--eval', WRITER]
			const { result, until } = run({ ROUND: String(round) }, program)
			await until(new RegExp(`committed ${round}-${rows}\n`))
			child.kill('SIGKILL')
			await result.ended
			committed.push(
				...[...result.output.matchAll(/committed (\S+)\n/g)].map(([, key = '']) => key),
			)
			const there = await keys()
			expect(committed.filter((key) => !there.has(key))).toEqual([])
			const halves = [...there].filter(
				(key) => !there.has(key.endsWith('-pair') ? key.slice(0, -5) : `${key}-pair`),
			)
			expect(halves).toEqual([])
		}
		expect(committed.length).toBeGreaterThan(130)
	}, 120_000)
})
