import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach } from 'vitest'
import { endpoints } from '#contract/index.ts'
import { createClient } from '#http/client.ts'
import { type Booted, boot } from '#server/boot.ts'
import { type Config, readConfig } from '#server/config.ts'
import { newDatabase } from './database.ts'
import { PLATFORM } from './extraction.ts'
import { replyOf } from './quizzes.ts'

const { auth, manageCandidates, policyExtraction } = endpoints

export let dataDir: string
export let config: Config
let open: Booted[]
/** Lines printed by the starts of a test. */
export let printed: string[]

/** Gives each test its own data folder and database, and closes what it started. */
export const setUpBoots = (): void => {
	beforeEach(async () => {
		open = []
		printed = []
		dataDir = mkdtempSync(join(tmpdir(), 'evenhand-boot-'))
		config = { ...readConfig({}), ...(await newDatabase()) }
	})
	afterEach(async () => {
		await closeAll()
		rmSync(dataDir, { recursive: true })
	})
}

const record = (line: string) => {
	printed.push(line)
}

/** Starts the app of a server. */
export const bootWith = async (
	env: Record<string, string> = {},
	print = record,
): Promise<Booted> => {
	const booted = await boot({ ...config, ...readConfig({ DATA_DIR: dataDir, ...env }) }, print)
	open.push(booted)
	return booted
}

export const closeAll = async (): Promise<void> => {
	for (const booted of open.splice(0)) await booted.close()
}

/** Takes the generated passwords printed since the last call. */
export const printedPasswords = (): string[] =>
	printed.splice(0).flatMap((line) => {
		const [, password] = /^First administrator: admin, password (\S+) \(/.exec(line) ?? []
		return password === undefined ? [] : [password]
	})

export const clientOf = ({ app }: Booted, token: string | null = null) =>
	createClient({
		baseUrl: 'http://evenhand.test/api',
		fetch: async (input, init) => app.request(new Request(input, init)),
		token: () => token,
	})

export const signIn = async (booted: Booted, username: string, password: string) =>
	replyOf(await clientOf(booted)(auth.login, { body: { username, password } }))

/** Extracts policies as an administrator. @returns the extraction health. */
export const extractAs = async (booted: Booted, token: string) => {
	const call = clientOf(booted, token)
	const body = { name: 'Ann Meadows', website: 'https://ann.example/', logo: null, party: null }
	const { id: candidateId } = replyOf(await call(manageCandidates.create, { body }))
	replyOf(
		await call(policyExtraction.extract, { body: { source: PLATFORM, url: false, candidateId } }),
	)
	return replyOf(await call(policyExtraction.health, {}))
}
