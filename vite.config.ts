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
 * What pages share, in two files instead of a dozen: on a poor connection each request costs more than its bytes.
 * `base` is what every page starts with; `store` is what the knowledge test and a voter's pages read and write with.
 */
const SHARED = [
	{
		name: 'base',
		test: /vite\/preload-helper|node_modules\/(?:react|react-dom|scheduler|@tanstack|use-sync-external-store|valibot|ofetch|destr|ufo)\/|src\/http\/|src\/contract\/(?:endpoint|primitives|problem|auth)\.ts|src\/domain\/(?:constants|types)\.ts|src\/web\/session\.ts|src\/web\/app\/(?:session|client|storage|search|uuid)\.ts/,
	},
	{
		name: 'store',
		test: /node_modules\/dexie(?:-react-hooks)?\/|src\/local\/(?:db|deps|enqueue|reads|fresh|store-guard|platform|knowledge-test|grade-guess)\.ts|src\/local\/sync\/(?:verdict|lock)\.ts|src\/contract\/knowledge-test\.ts|src\/domain\/(?:random|draw|knowledge-test)\.ts|src\/web\/app\/(?:reading|store|tests)\.ts|src\/web\/ui\/(?:use-live|bar|face|initials|toasts-store|toasts-show)\.tsx?|src\/web\/features\/test\/words\.ts/,
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
		manifest: true,
		rolldownOptions: { output: { codeSplitting: { groups: SHARED } } },
	},
	test: {
		environment: 'node',
		setupFiles: ['tests/setup/console.ts'],
		hookTimeout: 60_000,
		testTimeout: 30_000,
		projects: [
			{
				extends: true,
				test: {
					name: 'unit',
					include: ['tests/**/*.test.ts'],
					exclude: ['tests/e2e/**', 'tests/simulate/**', ...BUILT],
				},
			},
			{
				extends: true,
				test: { name: 'build', include: BUILT },
			},
			{
				// Thousands of schedules: child processes keep every core busy by themselves.
				extends: true,
				test: {
					name: 'simulate',
					include: ['tests/simulate/*.test.ts'],
					fileParallelism: false,
				},
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
