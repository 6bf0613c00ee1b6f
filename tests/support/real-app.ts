import type { Hono } from 'hono'
import { createApp } from '#server/app.ts'
import { writeFirstRows } from '#server/boot.ts'
import { readConfig } from '#server/config.ts'
import { openDb } from '#server/db/open.ts'
import { createExtractor } from '#server/extraction/extractor.ts'
import { createResetLinks } from '#server/services/auth/reset-links.ts'
import { createTokens } from '#server/services/auth/sign-in.ts'

/** The real app in this process, without a test runner: in-memory database with sample elections. */
export const openRealApp = async (): Promise<{ app: Hono; close: () => Promise<void> }> => {
	const clock = (): Date => new Date()
	const opened = await openDb({ kind: 'embedded', dataDir: null }, (error) => {
		throw error
	})
	await opened.prepare(async (db) => {
		await writeFirstRows(db, readConfig({ ADMIN_PASSWORD: 'of no use here' }), clock())
	})
	const secret = 'a secret of the benches, and of nothing else'
	const tokens = createTokens(secret, clock)
	const log = () => undefined
	const publicUrl = 'http://evenhand.test'
	const links = createResetLinks({ secret, publicUrl, mailer: null, log })
	const extractor = createExtractor({ log })
	const app = createApp({ db: opened.db, clock, tokens, log, links, extractor })
	return { app, close: opened.close }
}
