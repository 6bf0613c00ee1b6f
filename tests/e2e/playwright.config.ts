import { defineConfig } from 'playwright/test'
import { type Chromium, findChromium } from '../support/chromium.ts'
import { OF_INSTALLED } from './kinds.ts'

const reports = '../../node_modules/.cache/reports'

const installed = OF_INSTALLED.map((name) => `${name}.spec.ts`)

/** What administrators make is seen by every voter of the server: their tests have servers of their own. */
const BACK_OFFICE = ['admin-*.spec.ts', 'moderator.spec.ts']

const launch = ({ executablePath, args }: Chromium) => ({
	launchOptions: {
		...(executablePath ? { executablePath } : {}),
		args,
	},
})

/** Real Chromium against the real, built server. Tests start their own on a free loopback port. */
export default defineConfig({
	testDir: '.',
	globalSetup: './global-setup.ts',
	outputDir: '../../node_modules/.cache/e2e',
	fullyParallel: true,
	// One more than the cores of a small machine: a good part of a journey is waiting.
	workers: 3,
	retries: 0,
	forbidOnly: true,
	timeout: 180_000,
	// Patience with a machine that others use as well; nothing is asserted by it.
	expect: { timeout: 30_000 },
	reporter: [['list'], ['json', { outputFile: `${reports}/e2e.json` }]],
	// As few as can be: each has processes of its own, and servers.
	projects: [
		{ name: 'installed', testMatch: installed, use: launch(findChromium()) },
		{ name: 'admin', testMatch: BACK_OFFICE },
		{ name: 'app', testIgnore: [...installed, ...BACK_OFFICE] },
	],
	use: {
		browserName: 'chromium',
		...launch(findChromium('shell')),
		viewport: { width: 390, height: 844 },
		hasTouch: true,
		trace: 'off',
	},
})
