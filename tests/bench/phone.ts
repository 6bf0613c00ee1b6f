import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, chromium, type Page } from 'playwright'
import { registerVoter, signIn } from '../e2e/fixtures.ts'
import { untilControlled } from '../e2e/host.ts'
import { begin, dismissTutorial } from '../e2e/quiz-page.ts'
import { type BuiltServer, startServer } from '../support/built-server.ts'
import { findChromium } from '../support/chromium.ts'

/** A browser whose profile lies on a disk, as a voter's does: one in memory would be faster than any phone. */
export interface Phone {
	/** Starts the browser, with nothing in its memory. @param origin of the app. */
	launch(origin: string): Promise<BrowserContext>
	/** Ends the browser that runs, if one does. */
	close(): Promise<void>
}

/** Runs `use` with a browser on a disk, and cleans it up. */
export const withBrowserOnDisk = async <Value>(
	use: (phone: Phone) => Promise<Value>,
): Promise<Value> => {
	const profile = await mkdtemp(join(tmpdir(), 'evenhand-phone-'))
	const { executablePath, args } = findChromium()
	let running: BrowserContext | null = null
	const close = async (): Promise<void> => {
		await running?.close()
		running = null
	}
	const launch: Phone['launch'] = async (origin) => {
		await close()
		running = await chromium.launchPersistentContext(profile, {
			...(executablePath ? { executablePath } : {}),
			args,
			baseURL: origin,
			viewport: { width: 390, height: 844 },
			hasTouch: true,
		})
		return running
	}
	try {
		return await use({ launch, close })
	} finally {
		await close()
		await rm(profile, { recursive: true, force: true })
	}
}

/** Runs `use` with the built server and a phone, and cleans both up. */
export const withPhone = async <Value>(
	use: (phone: Phone, server: BuiltServer) => Promise<Value>,
): Promise<Value> => {
	const server = await startServer()
	try {
		return await withBrowserOnDisk((phone) => use(phone, server))
	} finally {
		await server.stop()
	}
}

/** Registers a voter, signs them in, and waits until the worker is in charge of the page. */
export const arrive = async (page: Page, server: BuiltServer): Promise<void> => {
	await signIn(page, await registerVoter(server.origin))
	await untilControlled(page)
}

/** Begins one of the 1912 quizzes. @param first whether its tutorial has not been seen on this phone. */
export const beginQuiz = async (page: Page, name: RegExp, first = true): Promise<void> => {
	await begin(page, name)
	if (first) await dismissTutorial(page)
}
