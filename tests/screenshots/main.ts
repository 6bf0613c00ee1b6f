import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { chromium } from 'playwright'
import { startServer } from '../support/built-server.ts'
import { findChromium } from '../support/chromium.ts'
import { photographFirstElection } from './first-election.ts'
import { photographVoter } from './voter.ts'

// Screenshots of README and the manifest, taken on the finished build so that they stay current. Fails if a
// step of the instructions no longer works.

const FOLDER = '.readme'

if (!existsSync('dist/server/main.js')) throw new Error('There is no build: npm run build')
await mkdir(FOLDER, { recursive: true })
const server = await startServer()
const { executablePath, args } = findChromium('shell')
const browser = await chromium.launch({ ...(executablePath ? { executablePath } : {}), args })
try {
	await photographVoter(browser, server.origin, 'narrow', { quiz: 'light', results: 'dark' })
	await photographVoter(browser, server.origin, 'wide', { quiz: 'light', results: 'light' })
	await photographFirstElection(browser, server.origin, 'wide', {
		dashboard: `${FOLDER}/dashboard.png`,
		election: `${FOLDER}/election.png`,
		review: `${FOLDER}/review.png`,
		quiz: `${FOLDER}/quiz.png`,
		fairness: `${FOLDER}/fairness.png`,
	})
} finally {
	await browser.close()
	await server.stop()
}
