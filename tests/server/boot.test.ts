import { sql } from 'drizzle-orm'
import { afterEach, describe, expect, it } from 'vitest'
import { endpoints } from '#contract/index.ts'
import type { Booted } from '#server/boot.ts'
import { openDb } from '#server/db/open.ts'
import {
	bootWith,
	clientOf,
	closeAll,
	config,
	extractAs,
	printed,
	printedPasswords,
	setUpBoots,
	signIn,
} from '../support/boot.ts'
import { startMailServer } from '../support/mail-server.ts'
import { type ModelServer, startModelServer } from '../support/model-server.ts'
import { replyOf } from '../support/quizzes.ts'

const { auth, elections } = endpoints

setUpBoots()

const restart = async (env: Record<string, string> = {}): Promise<Booted> => {
	await closeAll()
	return bootWith(env)
}

describe('start with an administrator and a mail server configured', () => {
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
		expect(printed).toEqual([])
		const { user, token } = await signIn(booted, 'root@example.org', 'chosen by me')
		expect(user.username).toBe('Root')
		expect(replyOf(await clientOf(booted, token)(elections.list, {}))).toEqual([])
		replyOf(await clientOf(booted)(auth.forgotPassword, { body: { email: 'root@example.org' } }))
		await closeAll()
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
	let model: ModelServer | undefined
	afterEach(() => model?.stop())

	const extractWith = async (env: Record<string, string>) => {
		const booted = await bootWith({ SAMPLE_DATA: 'none', ...env })
		const { token } = await signIn(booted, 'admin', printedPasswords()[0] ?? '')
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
	const change = async (statement: string): Promise<void> => {
		const opened = await openDb(
			{ kind: 'postgres', url: config.DATABASE_URL ?? '' },
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
		expect(printed).toEqual([])
		await change('alter table away rename to imports')
		const booted = await bootWith()
		const [password = ''] = printedPasswords()
		expect((await signIn(booted, 'admin', password)).user.username).toBe('admin')
	})

	it('after creating the administrator has printed the password', async () => {
		const print = (line: string) => {
			printed.push(line)
			if (line.startsWith('First administrator')) throw new Error('failed after that')
		}
		await expect(bootWith({}, print)).rejects.toThrow('failed after that')
		const [password = ''] = printedPasswords()
		const booted = await bootWith()
		expect(printed).toEqual([])
		expect((await signIn(booted, 'admin', password)).user.username).toBe('admin')
	})
})

describe('later start', () => {
	it('adds missing samples, keeps the administrator, and keeps tokens for the same secret', async () => {
		const secret = { JWT_SECRET: 'x'.repeat(32) }
		const first = await bootWith({ SAMPLE_DATA: 'none', ...secret })
		const { token } = await signIn(first, 'admin', printedPasswords()[0] ?? '')
		const another = { ADMIN_USERNAME: 'another', ADMIN_PASSWORD: 'another one' }
		const second = await restart({ ...secret, ...another })
		expect(printed.splice(0)).toEqual([
			'Imported presidential-1896.json',
			'Imported presidential-1912.json',
		])
		expect(replyOf(await clientOf(second, token)(elections.active, {}))).toHaveLength(2)
		const denied = await clientOf(second)(auth.login, {
			body: { username: 'another', password: 'another one' },
		})
		expect(denied.ok).toBe(false)
		const third = await restart({ JWT_SECRET: 'y'.repeat(32) })
		expect(printed).toEqual([])
		expect((await clientOf(third, token)(elections.list, {})).ok).toBe(false)
	})
})

describe('several processes', () => {
	it('start together on one database', async () => {
		await Promise.all([bootWith(), bootWith(), bootWith()])
		expect(printed.filter((line) => line.startsWith('Imported'))).toHaveLength(2)
		expect(printedPasswords()).toHaveLength(1)
	})
})
