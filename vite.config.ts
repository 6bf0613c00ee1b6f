import { readdir, readFile } from 'node:fs/promises'
import { relative } from 'node:path'
import tailwindcss from '@tailwindcss/vite'
import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin, type Rolldown, transformWithOxc, type UserConfig } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'
import type {} from 'vitest/config'
import { copyServerFiles, precompress, stampBuild } from './src/server/build-plugins.ts'

/** Writes each chunk's modules next to Vite's manifest, for the byte budget check. */
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

const worker = () =>
	VitePWA({
		strategies: 'injectManifest',
		srcDir: 'sw',
		filename: 'sw.ts',
		// The page registers the worker itself, and the web manifest is in public/.
		injectRegister: false,
		manifest: false,
		injectManifest: {
			// Classic script: not every browser supports module workers.
			rollupFormat: 'iife',
			globPatterns: [
				'index.html',
				'assets/*.{js,css}',
				'*.svg',
				'icons/*.png',
				'manifest.webmanifest',
			],
			// The back-office is online only, and voters do not download it.
			globIgnores: ['assets/admin-*'],
		},
	})

const FIRST = 'src/web/first'
const APP = '<script type="module"'

/**
 * Adds the pages of the first script, one a language, and lets that script run before the app's. It blocks rendering
 * until it has applied the saved theme; an empty page in the other theme would flash otherwise. Browsers without
 * `blocking` ignore that.
 */
const firstScript = (): Plugin => {
	let content = 'en'
	return {
		name: 'evenhand:first-script',
		configResolved({ env }) {
			content = env.VITE_CONTENT_LANG || content
		},
		transformIndexHtml: {
			order: 'post',
			handler: async (html, { bundle = {} }) => {
				const pages = (await readdir(FIRST)).filter((name) => name.endsWith('.html'))
				const templates = pages.map(async (name) => {
					const page = await readFile(`${FIRST}/${name}`, 'utf8')
					const own = page.trim().replaceAll('{content}', content)
					return `<template id="first-${name.replace('.html', '')}">${own}</template>`
				})
				const whole = html.replace(
					'<div id="root">',
					`${(await Promise.all(templates)).join('')}$&`,
				)
				const first = Object.values(bundle).find(({ name }) => name === 'first')?.fileName
				if (first === undefined) return whole
				const script = `${APP} async blocking="render" crossorigin src="/${first}"></script>`
				return whole
					.replace(`<link rel="modulepreload" crossorigin href="/${first}">`, '')
					.replace(APP, `${script}\n\t\t${APP}`)
			},
		},
	}
}

/** Builds `/sw-off.js`, a worker that unregisters itself, as a kill switch for `/sw.js`. */
const killSwitch = (): Plugin => ({
	name: 'evenhand:kill-switch',
	apply: 'build',
	async generateBundle() {
		const path = 'sw/kill-switch.ts'
		const { code } = await transformWithOxc(await readFile(path, 'utf8'), path)
		this.emitFile({ type: 'asset', fileName: 'sw-off.js', source: code })
	},
})

type Modules = Rolldown.ChunkingContext

/** Areas of pages. */
const AREAS = ['account', 'test', 'voter', 'admin']
/** What the pages of an area load on demand. Voters need all of theirs offline, so it comes at once. */
const LATE: Readonly<Record<string, string>> = {
	account: 'voter',
	test: 'test-late',
	admin: 'admin-late',
}
/**
 * Chunks. A module is in the first one that needs it, and later ones import it from there, so that few files load.
 * Names that start with "admin" are excluded from the precache.
 */
const ORDER = ['app', 'test', 'account', 'later', 'test-late', 'voter', 'admin', 'admin-late']

/** Area of a page: that of the feature it shows. Undefined for other modules. */
const pageArea = (id: string, modules: Modules): string | undefined => {
	const info = modules.getModuleInfo(id)
	if (!info?.dynamicImporters.length || !id.includes('/src/web/routes/')) return undefined
	const features = info.importedIds.map((each) => /\/features\/(\w+)/.exec(each)?.[1])
	const area = AREAS.find((each) => features.includes(each)) ?? 'voter'
	// Pages beside the knowledge test (`test_.…`) come after it.
	return area === 'test' && id.includes('_.') ? 'test-late' : area
}

/** Collects the chunks that need a module: `app` at startup, `later` after the first screen, and those of its pages. */
const needing = (
	id: string,
	modules: Modules,
	onDemand = false,
	chunks = new Set<string>(),
	seen = new Set<string>(),
): Set<string> => {
	const info = modules.getModuleInfo(id)
	if (info === null || seen.has(id + onDemand)) return chunks
	seen.add(id + onDemand)
	if (id.endsWith('.html')) return onDemand ? chunks : chunks.add('app')
	const area = pageArea(id, modules)
	if (area !== undefined) return chunks.add((onDemand && LATE[area]) || area)
	for (const each of info.importers) needing(each, modules, onDemand, chunks, seen)
	for (const each of info.dynamicImporters) {
		const isMain = modules.getModuleInfo(each)?.importers.some((host) => host.endsWith('.html'))
		if (isMain) chunks.add('later')
		else needing(each, modules, true, chunks, seen)
	}
	return chunks
}

const chunkOf = (id: string, modules: Modules): string | null => {
	const chunks = needing(id, modules)
	// Needed by both pages of first visits, thus by every page.
	if (chunks.has('test') && chunks.has('account')) return 'app'
	return ORDER.find((each) => chunks.has(each)) ?? null
}

const isFirst = new Map<string, boolean>()
/** True for what the first script consists of. It loads before the app, which shares it. */
const ofFirst = (id: string, modules: Modules): boolean => {
	const known = isFirst.get(id)
	if (known !== undefined) return known
	isFirst.set(id, false)
	const is =
		id.includes(`/${FIRST}/`) ||
		(modules.getModuleInfo(id)?.importers.some((each) => ofFirst(each, modules)) ?? false)
	isFirst.set(id, is)
	return is
}

/** The first script, a library and languages that load on demand, then code by the pages that need it. */
const CHUNKS = [
	{ name: (id: string, modules: Modules) => (ofFirst(id, modules) ? 'first' : null) },
	{ name: 'memory-store', test: /\/node_modules\/fake-indexeddb\// },
	{ name: (id: string) => /\/texts\/(?!en\/)(\w+)\/[\w-]+\.ts$/.exec(id)?.[1] },
	{ name: chunkOf },
]

/** `--mode server`: the API server and its file-reading workers, for plain Node. */
const server: UserConfig = {
	publicDir: false,
	plugins: [copyServerFiles('dist/server'), stampBuild()],
	build: {
		outDir: 'dist/server',
		target: 'node20',
		ssr: true,
		rolldownOptions: {
			// Output paths must match `paths.ts`.
			input: {
				main: 'src/server/main.ts',
				'extraction/read-worker': 'src/server/extraction/read-worker.ts',
				'import/read-worker': 'src/server/import/read-worker.ts',
			},
			output: { entryFileNames: '[name].js', chunkFileNames: 'parts/[name]-[hash].js' },
		},
	},
}

/** Tests of the finished build: its files, and its server as processes. */
const BUILT = [
	'tests/build/{budget,precache,manifest,production}.test.ts',
	'tests/server/built/*.test.ts',
]
/** Tests with a server on PostgreSQL, which is faster than the embedded database. Screens and `contract` use that one. */
const ON_POSTGRES = [
	'tests/device/*.test.ts',
	'tests/server/*.test.ts',
	'tests/server/{administration,import,routes,security}/*.test.ts',
]
/** Tests of the database itself, which run on both. */
const ON_BOTH = 'tests/server/db/*.test.ts'

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
				firstScript(),
				killSwitch(),
				worker(),
				precompress(),
			],
	resolve: {
		alias: [
			// Modern build only: Dexie's default entry adds the legacy build, i.e. the same code twice.
			{ find: /^dexie$/, replacement: 'dexie/dist/modern/dexie.mjs' },
			// React has the hook; the package adds it to older versions.
			{ find: /^use-sync-external-store\/shim$/, replacement: 'react' },
		],
	},
	build: {
		outDir: 'dist/web',
		target: 'es2023',
		sourcemap: false,
		// All supported browsers have modulepreload.
		modulePreload: { polyfill: false },
		manifest: true,
		rolldownOptions: {
			output: {
				codeSplitting: { groups: CHUNKS, includeDependenciesRecursively: false },
			},
		},
	},
	test: {
		environment: 'node',
		setupFiles: ['tests/setup/console.ts'],
		// Generous timeouts for a busy machine; no test asserts them.
		hookTimeout: 300_000,
		testTimeout: 180_000,
		// Vitest reserves one core, which leaves one worker on two cores.
		maxWorkers: '100%',
		// Isolation takes two fifths of the time. Test files must clean up after themselves.
		isolate: false,
		projects: [
			{
				extends: true,
				test: {
					name: 'unit',
					include: ['tests/**/*.test.ts'],
					exclude: ['tests/{e2e,screens,simulate,web}/**', ...BUILT, ...ON_POSTGRES],
					globalSetup: ['tests/support/embedded.ts'],
				},
			},
			{
				extends: true,
				oxc: { jsx: { runtime: 'automatic', development: false } },
				test: {
					name: 'screens',
					include: ['tests/screens/**/*.test.ts'],
					environment: './tests/setup/dom-environment.ts',
					globalSetup: ['tests/support/embedded.ts'],
					// For a busy machine: the first test of a worker loads the app.
					testTimeout: 300_000,
					expect: { poll: { timeout: 30_000 } },
					// Must resolve to the same Dexie instance as the app.
					server: { deps: { inline: ['dexie-react-hooks'] } },
				},
			},
			{
				// Modules of the app, which look at the page when they load.
				extends: true,
				oxc: { jsx: { runtime: 'automatic', development: false } },
				test: {
					name: 'web',
					include: ['tests/web/**/*.test.ts'],
					environment: './tests/setup/dom-environment.ts',
					setupFiles: ['tests/support/dom.ts'],
					server: { deps: { inline: ['dexie-react-hooks'] } },
				},
			},
			{
				// What needs no database, for `npm run verify`: it is over before one would be there.
				extends: true,
				test: {
					name: 'quick',
					include: ['tests/{domain,contract,http,receipt,sw,build}/**/*.test.ts'],
					exclude: [...BUILT, 'tests/contract/every-endpoint.test.ts'],
				},
			},
			{
				extends: true,
				test: {
					name: 'build',
					include: BUILT,
					globalSetup: ['tests/setup/build.ts', 'tests/support/postgres.ts'],
				},
			},
			{
				extends: true,
				test: {
					name: 'simulate',
					include: ['tests/simulate/*.test.ts'],
					globalSetup: ['tests/support/embedded.ts'],
				},
			},
			{
				extends: true,
				test: {
					name: 'postgres',
					include: [...ON_POSTGRES, ON_BOTH],
					globalSetup: ['tests/support/postgres.ts'],
				},
			},
		],
	},
}

export default defineConfig(({ mode }) => (mode === 'server' ? server : web))
