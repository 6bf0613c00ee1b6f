import { readFile } from 'node:fs/promises'
import { relative } from 'node:path'
import tailwindcss from '@tailwindcss/vite'
import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin, transformWithOxc, type UserConfig } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'
import type {} from 'vitest/config'
import { copyServerFiles, precompress, stampBuild } from './src/server/build-plugins.ts'

/** Lists the modules that each file is made of, beside Vite's manifest: the byte budget is checked by both. */
const listModules = (): Plugin => ({
	name: 'evenhand:modules',
	apply: 'build',
	generateBundle(_, bundle) {
		const files = Object.values(bundle).map((output) => [
			output.fileName,
			output.type === 'chunk'
				? output.moduleIds.map((id) => relative(import.meta.dirname, id))
				: [],
		])
		const source = JSON.stringify(Object.fromEntries(files))
		this.emitFile({ type: 'asset', fileName: '.vite/modules.json', source })
	},
})

/** The service worker, `/sw.js`, with the list of every file that makes up the app. */
const worker = () =>
	VitePWA({
		strategies: 'injectManifest',
		srcDir: 'sw',
		filename: 'sw.ts',
		// The page registers it by itself, and its manifest stands in public/.
		injectRegister: false,
		manifest: false,
		injectManifest: {
			// A classic script: not every browser has workers that are modules.
			rollupFormat: 'iife',
			globPatterns: [
				'index.html',
				'assets/*.{js,css}',
				'*.svg',
				'icons/*.png',
				'manifest.webmanifest',
			],
		},
	})

/** Writes the worker that does nothing but leave, `/sw-off.js`, for the day on which the other must go. */
const killSwitch = (): Plugin => ({
	name: 'evenhand:kill-switch',
	apply: 'build',
	async generateBundle() {
		const path = 'sw/kill-switch.ts'
		const { code } = await transformWithOxc(await readFile(path, 'utf8'), path)
		this.emitFile({ type: 'asset', fileName: 'sw-off.js', source: code })
	},
})

/**
 * What pages share, in a few files instead of two dozen: on a poor connection each request costs more than its bytes.
 * `base` is what every page starts with. `store` is what the knowledge test and a voter's pages read and write with,
 * and the test's own first screen, because a first visit mostly leads there. `sync` is what sends, `voter` what a
 * voter's pages have alike.
 */
const SHARED = [
	{
		name: 'base',
		test: /rolldown\/runtime|vite\/preload-helper|node_modules\/(?:react|react-dom|scheduler|@tanstack|use-sync-external-store|valibot|ofetch|destr|ufo)\/(?!.*\/use(?:Blocker|CanGoBack)\.js)|src\/http\/|src\/contract\/(?:endpoint|primitives|problem|users)\.ts|src\/domain\/constants\.ts|src\/web\/session\.ts|src\/web\/app\/(?:session|client|storage|search|uuid|question)\.ts|src\/web\/ui\/late-part\.tsx/,
	},
	{
		name: 'store',
		test: /node_modules\/dexie(?:-react-hooks)?\/|src\/local\/(?:db|deps|enqueue|reads|refreshed|store-guard|platform|knowledge-test|test-change|usable-test|grade-guess)\.ts|src\/local\/sync\/(?:back-off|page-locks)\.ts|src\/contract\/test-session\.ts|src\/domain\/(?:hash|knowledge-test)\.ts|src\/web\/app\/(?:reading|store|tests)\.ts|src\/web\/ui\/(?:use-live|use-question|bar|face|initials|toasts-store|toasts-show)\.tsx?|src\/web\/features\/test\/(?:begun|late|phase|policy-card|reload-once|testing|test-page|test-screen|use-begin|use-guessing|use-keys|use-visible-time|visible-timer|words)\.tsx?/,
	},
	{
		name: 'sync',
		test: /src\/local\/(?:merge|apply-state|visitor)\.ts|src\/local\/sync\/|src\/contract\/(?:quiz|knowledge-test)\.ts|src\/web\/app\/background-sync\.ts/,
	},
	{
		name: 'voter',
		test: /lucide-react\/dist\/esm\/icons\/(?:arrow-left|chevron-right|circle-check|cloud-)|src\/domain\/jurisdiction\.ts|src\/web\/ui\/(?:answers|count-of|dates|fault-text|install-button|needs-connection|quiz-types|sizes|skeletons|stale-note)\.tsx?|src\/web\/features\/(?:elections\/(?:pack-words|pack-bar|remove-pack|save-pack)|quiz\/error-card)\.tsx?/,
	},
]

/** `--mode server`: the API and what serves the app, one file for plain Node. */
const server: UserConfig = {
	publicDir: false,
	plugins: [copyServerFiles('dist/server'), stampBuild()],
	build: { outDir: 'dist/server', target: 'node20', ssr: 'src/server/main.ts' },
}

/** The tests of what only a finished build can show. */
const BUILT = ['budget', 'precache', 'manifest'].map((name) => `tests/build/${name}.test.ts`)

const web: UserConfig = {
	plugins: process.env.VITEST
		? []
		: [
				tanstackRouter({
					target: 'react',
					autoCodeSplitting: true,
					routesDirectory: 'src/web/routes',
					generatedRouteTree: 'src/web/routeTree.gen.ts',
					tmpDir: 'node_modules/.cache/routes',
					routeTreeFileHeader: [],
				}),
				react(),
				tailwindcss(),
				listModules(),
				killSwitch(),
				worker(),
				precompress(),
			],
	// Without the form that older bundlers want: it is the same code twice.
	resolve: { alias: { dexie: 'dexie/dist/modern/dexie.mjs' } },
	build: {
		outDir: 'dist/web',
		target: 'es2023',
		sourcemap: false,
		// What it stands in for every browser has that can run the rest.
		modulePreload: {
			polyfill: false,
			// A part asks for what it needs itself: with all their names the first page would weigh more than that saves.
			resolveDependencies: (_, parts, { hostType }) => (hostType === 'html' ? parts : []),
		},
		manifest: true,
		rolldownOptions: {
			output: {
				// The page that comes first names all parts: 36 bits tell their versions apart as well.
				chunkFileNames: 'assets/[name]-[hash:6].js',
				codeSplitting: { groups: SHARED, includeDependenciesRecursively: false },
			},
		},
	},
	test: {
		environment: 'node',
		setupFiles: ['tests/setup/console.ts'],
		hookTimeout: 60_000,
		testTimeout: 30_000,
		// Vitest leaves a core to itself, which on two cores means that one file runs at a time.
		maxWorkers: '100%',
		projects: [
			{
				extends: true,
				test: {
					name: 'unit',
					include: ['tests/**/*.test.ts'],
					exclude: ['tests/e2e/**', 'tests/simulate/**', ...BUILT],
					globalSetup: ['tests/support/embedded.ts'],
				},
			},
			{
				extends: true,
				test: { name: 'build', include: BUILT },
			},
			{
				extends: true,
				test: { name: 'simulate', include: ['tests/simulate/*.test.ts'] },
			},
			{
				// The server's suites once more, on a PostgreSQL instead of the embedded database.
				extends: true,
				test: {
					name: 'postgres',
					include: ['tests/server/**/*.test.ts', 'tests/contract/every-endpoint.test.ts'],
					globalSetup: ['tests/support/postgres.ts'],
				},
			},
		],
	},
}

export default defineConfig(({ mode }) => (mode === 'server' ? server : web))
