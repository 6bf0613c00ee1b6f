import { defineConfig } from 'playwright/test'
import { type Chromium, findChromium } from '../support/chromium.ts'
import { OF_INSTALLED } from './browser-needs.ts'

const reports = '../../node_modules/.cache/reports'

const installed = OF_INSTALLED.map((name) => `${name}.spec.ts`)

/** Back-office changes affect all voters of a server, so these tests use separate servers. */
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
	// One more than the cores of a small machine, because tests often wait.
	workers: 3,
	retries: 0,
	forbidOnly: true,
	timeout: 180_000,
	// Generous timeout for a busy machine; no test asserts it.
	expect: { timeout: 30_000 },
	reporter: [['list'], ['json', { outputFile: `${reports}/e2e.json` }]],
	// Few projects: each has its own processes and servers.
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
