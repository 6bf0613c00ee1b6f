import { defineConfig } from 'playwright/test'

const cache = '../../node_modules/.cache'

/** Firefox and WebKit against the real, built server. They have drivers of their own: see `engine.ts`. */
export default defineConfig({
	testDir: '.',
	globalSetup: '../e2e/global-setup.ts',
	outputDir: `${cache}/engines`,
	fullyParallel: true,
	workers: 2,
	retries: 0,
	forbidOnly: true,
	timeout: 180_000,
	// Generous timeout for a busy machine; no test asserts it.
	expect: { timeout: 30_000 },
	reporter: [['list'], ['json', { outputFile: `${cache}/reports/engines.json` }]],
	projects: [{ name: 'firefox' }, { name: 'webkit' }],
})
