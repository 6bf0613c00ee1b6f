import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { endpoints } from '#contract/index.ts'
import { createClient } from '#http/client.ts'
import { type Booted, boot } from '#server/boot.ts'
import { type Config, readConfig } from '#server/config.ts'
import { openDb } from '#server/db/open.ts'
import { newDatabase, putCluster } from '../support/database.ts'
import { PLATFORM } from '../support/extraction.ts'
import { inAHurry } from '../support/hurry.ts'
import { startMailServer } from '../support/mail-server.ts'
import { type ModelServer, startModelServer } from '../support/model-server.ts'
import { replyOf } from '../support/quizzes.ts'

const { auth, elections, manageCandidates, policyExtraction } = endpoints

let dataDir: string
let config: Config
let open: Booted[]
let told: string[]

const tell = (line: string) => {
	told.push(line)
}
const bootWith = async (env: Record<string, string> = {}, hear = tell): Promise<Booted> => {
	const booted = await boot({ ...config, ...readConfig({ DATA_DIR: dataDir, ...env }) }, hear)
	open.push(booted)
	return booted
}
/** Takes the generated passwords printed since the last call. */
const passwordsTold = (): string[] =>
	told.splice(0).flatMap((line) => {
		const [, password] = /^First administrator: admin, password (\S+) \(/.exec(line) ?? []
		return password === undefined ? [] : [password]
	})
const restart = async (env: Record<string, string> = {}): Promise<Booted> => {
	for (const booted of open.splice(0)) await booted.close()
	return bootWith(env)
}
const clientOf = ({ app }: Booted, token: string | null = null) =>
	createClient({
		baseUrl: 'http://evenhand.test/api',
		fetch: async (input, init) => app.request(new Request(input, init)),
		token: () => token,
	})
const signIn = async (booted: Booted, username: string, password: string) =>
	replyOf(await clientOf(booted)(auth.login, { body: { username, password } }))

beforeEach(async () => {
	open = []
	told = []
	dataDir = mkdtempSync(join(tmpdir(), 'evenhand-boot-'))
	config = { ...readConfig({}), ...(await newDatabase()) }
})
afterEach(async () => {
	for (const booted of open) await booted.close()
	rmSync(dataDir, { recursive: true })
})

/** Extracts policies as an administrator. @returns the extraction health. */
const extractAs = async (booted: Booted, token: string) => {
	const call = clientOf(booted, token)
	const body = { name: 'Ann Meadows', website: 'https://ann.example/', logo: null, party: null }
	const { id: candidateId } = replyOf(await call(manageCandidates.create, { body }))
	replyOf(
		await call(policyExtraction.extract, { body: { source: PLATFORM, url: false, candidateId } }),
	)
	return replyOf(await call(policyExtraction.health, {}))
}

describe('first start', () => {
	it('creates an administrator with a generated password, the samples, and a private secret', async () => {
		const booted = await bootWith()
		expect(told).toEqual([
			'Imported presidential-1896.json',
			'Imported presidential-1912.json',
			expect.stringMatching(/^First administrator: admin, password [\w-]{20} \(shown this once\)$/),
		])
		const [password = ''] = passwordsTold()
		const { user, token } = await signIn(booted, 'admin', password)
		expect(user).toMatchObject({ username: 'admin', roles: ['ROLE_ADMIN'] })
		const call = clientOf(booted, token)
		expect(replyOf(await call(elections.active, {}))).toHaveLength(2)
		expect(statSync(join(dataDir, 'jwt-secret')).mode & 0o777, 'secret of the tokens').toBe(0o600)
		const without = { engine: 'BUILT_IN', model: null }
		expect(await extractAs(booted, token), 'without a language model').toMatchObject(without)
	})
})

/** Copies a prepared cluster; the first start above covers its creation. */
const beginWithCluster = (): void => {
	beforeEach(() => putCluster(dataDir))
}

describe('start with an administrator and a mail server configured', () => {
	beginWithCluster()

	it('creates that administrator, mails reset links, and flushes mails on close', async () => {
		const mails = await startMailServer()
		const booted = await bootWith({
			ADMIN_USERNAME: 'Root',
			ADMIN_EMAIL: 'root@example.org',
			ADMIN_PASSWORD: 'chosen by me',
			SAMPLE_DATA: 'none',
			SMTP_URL: mails.url,
			PUBLIC_URL: 'https://vote.example.org',
			MAIL_FROM: 'The Board <board@example.org>',
		})
		expect(told).toEqual([])
		const { user, token } = await signIn(booted, 'root@example.org', 'chosen by me')
		expect(user.username).toBe('Root')
		expect(replyOf(await clientOf(booted, token)(elections.list, {}))).toEqual([])
		replyOf(await clientOf(booted)(auth.forgotPassword, { body: { email: 'root@example.org' } }))
		await Promise.all(open.splice(0).map((each) => each.close()))
		expect(mails.received).toMatchObject([
			{
				from: 'board@example.org',
				to: ['root@example.org'],
				text: expect.stringContaining('https://vote.example.org/reset-password?token='),
			},
		])
		await mails.stop()
	})
})

describe('start with a language model', () => {
	beginWithCluster()

	let model: ModelServer | undefined
	afterEach(() => model?.stop())

	const extractWith = async (env: Record<string, string>) => {
		const booted = await bootWith({ SAMPLE_DATA: 'none', ...env })
		const { token } = await signIn(booted, 'admin', passwordsTold()[0] ?? '')
		return extractAs(booted, token)
	}

	it('uses the configured model, name, and key', async () => {
		model = await startModelServer(() => ({ statements: [], merges: [] }))
		const health = await extractWith({
			EXTRACTION_LLM_URL: model.settings.url,
			EXTRACTION_LLM_MODEL: 'small-and-quick',
			EXTRACTION_LLM_KEY: 'sk-of-the-environment',
		})
		expect(health).toMatchObject({ engine: 'MODEL', model: 'small-and-quick' })
		expect(model.asked.length).toBeGreaterThan(0)
		for (const { path, headers, body } of model.asked) {
			expect(path).toBe('/v1/chat/completions')
			expect(headers.authorization).toBe('Bearer sk-of-the-environment')
			expect(body.model).toBe('small-and-quick')
		}
	})

	it('sends no key if none is configured', async () => {
		model = await startModelServer(() => ({ statements: [], merges: [] }))
		await extractWith({ EXTRACTION_LLM_URL: model.settings.url, EXTRACTION_LLM_MODEL: 'small' })
		expect(model.asked.map(({ headers }) => headers.authorization)).toEqual([undefined])
	})
})

describe('failed start', () => {
	beginWithCluster()

	const change = async (statement: string): Promise<void> => {
		const { DATABASE_URL } = config
		const opened = await openDb(
			DATABASE_URL === undefined
				? { kind: 'embedded', dataDir }
				: { kind: 'postgres', url: DATABASE_URL },
			() => undefined,
		)
		await opened.prepare(async (db) => {
			await db.execute(sql.raw(statement))
		})
		await opened.close()
	}

	it('during the import creates no administrator yet', async () => {
		await change('alter table imports rename to away')
		await expect(bootWith()).rejects.toThrow()
		expect(told).toEqual([])
		await change('alter table away rename to imports')
		const booted = await bootWith()
		const [password = ''] = passwordsTold()
		expect((await signIn(booted, 'admin', password)).user.username).toBe('admin')
	})

	it('after creating the administrator has printed the password', async () => {
		const hear = (line: string) => {
			told.push(line)
			if (line.startsWith('First administrator')) throw new Error('failed after that')
		}
		await expect(bootWith({}, hear)).rejects.toThrow('failed after that')
		const [password = ''] = passwordsTold()
		const booted = await bootWith()
		expect(told).toEqual([])
		expect((await signIn(booted, 'admin', password)).user.username).toBe('admin')
	})
})

describe('later start', () => {
	beginWithCluster()

	it('adds missing samples, keeps the administrator, and keeps tokens for the same secret', async () => {
		const secret = { JWT_SECRET: 'x'.repeat(32) }
		const first = await bootWith({ SAMPLE_DATA: 'none', ...secret })
		const { token } = await signIn(first, 'admin', passwordsTold()[0] ?? '')
		const another = { ADMIN_USERNAME: 'another', ADMIN_PASSWORD: 'another one' }
		const second = await restart({ ...secret, ...another })
		expect(told.splice(0)).toEqual([
			'Imported presidential-1896.json',
			'Imported presidential-1912.json',
		])
		expect(replyOf(await clientOf(second, token)(elections.active, {}))).toHaveLength(2)
		const denied = await clientOf(second)(auth.login, {
			body: { username: 'another', password: 'another one' },
		})
		expect(denied.ok).toBe(false)
		const third = await restart({ JWT_SECRET: 'y'.repeat(32) })
		expect(told).toEqual([])
		expect((await clientOf(third, token)(elections.list, {})).ok).toBe(false)
	})
})

describe('several processes', () => {
	beginWithCluster()

	it('start together on one database but refuse a shared data folder', async () => {
		if (config.DATABASE_URL === undefined) {
			await bootWith({ SAMPLE_DATA: 'none' })
			const refused = inAHurry(() => bootWith({ SAMPLE_DATA: 'none' }))
			await expect(refused).rejects.toThrow('is in use by process')
			return
		}
		await Promise.all([bootWith(), bootWith(), bootWith()])
		expect(told.filter((line) => line.startsWith('Imported'))).toHaveLength(2)
		expect(passwordsTold()).toHaveLength(1)
	})
})
