import { statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { endpoints } from '#contract/index.ts'
import {
	bootWith,
	clientOf,
	dataDir,
	extractAs,
	printed,
	printedPasswords,
	setUpBoots,
	signIn,
} from '../../support/boot.ts'
import { withFastClock } from '../../support/fast-clock.ts'
import { replyOf } from '../../support/quizzes.ts'

const { elections } = endpoints

setUpBoots()

describe('first start', () => {
	it('creates an administrator with a generated password, the samples, a secret, and a lock', async () => {
		const booted = await bootWith()
		expect(printed).toEqual([
			'Imported presidential-1896.json',
			'Imported presidential-1912.json',
			expect.stringMatching(/^First administrator: admin, password [\w-]{20} \(shown this once\)$/),
		])
		const [password = ''] = printedPasswords()
		const { user, token } = await signIn(booted, 'admin', password)
		expect(user).toMatchObject({ username: 'admin', roles: ['ROLE_ADMIN'] })
		const call = clientOf(booted, token)
		expect(replyOf(await call(elections.active, {}))).toHaveLength(2)
		expect(statSync(join(dataDir, 'jwt-secret')).mode & 0o777, 'token secret').toBe(0o600)
		const without = { engine: 'BUILT_IN', model: null }
		expect(await extractAs(booted, token), 'without a language model').toMatchObject(without)
		await expect(withFastClock(() => bootWith())).rejects.toThrow('is in use by process')
	})
})
