import { defineConfig } from 'playwright/test'
import { findChromium } from '../support/chromium.ts'

const { executablePath, args } = findChromium()
const reports = '../../node_modules/.cache/reports'

/** Real Chromium against the real, built server. Tests start their own on a free loopback port. */
export default defineConfig({
	testDir: '.',
	outputDir: '../../node_modules/.cache/e2e',
	fullyParallel: true,
	// One more than the cores of a small machine: a good part of a journey is waiting.
	workers: 3,
	retries: 0,
	forbidOnly: true,
	timeout: 120_000,
	expect: { timeout: 10_000 },
	reporter: [['list'], ['json', { outputFile: `${reports}/e2e.json` }]],
	use: {
		browserName: 'chromium',
		launchOptions: { ...(executablePath ? { executablePath } : {}), args },
		viewport: { width: 390, height: 844 },
		hasTouch: true,
		trace: 'off',
	},
})
