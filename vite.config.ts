import { readFile } from 'node:fs/promises'
import { parse, relative } from 'node:path'
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

/**
 * Blocks rendering until the app's script has applied the saved theme; an empty page in the other theme would flash
 * otherwise. Browsers without `blocking` ignore it.
 */
const drawOnce = (): Plugin => ({
	name: 'evenhand:draw-once',
	apply: 'build',
	transformIndexHtml: {
		order: 'post',
		handler: (html) => html.replace('<script type="module"', '$& blocking="render"'),
	},
})

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

/** Entry module of a package, which only re-exports. */
const BARREL = /\/node_modules\/.*\/index\.m?js$/

/** Areas with chunks of their own. Every page loads `later` after its first screen. */
const PAGES = ['account', 'later', 'test', 'voter']
/** Marks code that the knowledge test loads on demand. Its visitors must not load the voters' pages with it. */
const VISITOR = 'visitor'

type Modules = Rolldown.ChunkingContext

/** Area of a page: that of the feature it shows. */
const pageArea = (imported: readonly string[]): string => {
	const feature = /\/features\/(\w+)/
	const folder = feature.exec(imported.find((each) => feature.test(each)) ?? '')?.[1]
	return folder === 'admin' || folder === 'account' || folder === 'test' ? folder : 'voter'
}

/** Area of a part that is loaded on demand: its own name. */
const partArea = (id: string): string => {
	const { dir, name } = parse(id)
	const own = name === 'index' ? parse(dir).name : name
	return dir.includes('/admin') ? `admin-${own}` : own
}

/** Collects the areas that need a module. */
const areasOf = (id: string, modules: Modules, seen = new Set<string>()): Set<string> => {
	const areas = new Set<string>()
	const info = modules.getModuleInfo(id)
	if (info === null || seen.has(id)) return areas
	seen.add(id)
	const { importers, dynamicImporters, importedIds } = info
	const isPage = id.includes('/src/web/routes/') && !parse(id).name.includes('_.')
	if (dynamicImporters.length > 0) areas.add(isPage ? pageArea(importedIds) : partArea(id))
	const isVisitors = (host: string): boolean => {
		const hosts = areasOf(host, modules, new Set(seen))
		return hosts.has(VISITOR) || (hosts.has('test') && !hosts.has('voter'))
	}
	if (!isPage && dynamicImporters.some(isVisitors)) areas.add(VISITOR)
	for (const importer of importers.filter((each) => !BARREL.test(each))) {
		for (const area of areasOf(importer, modules, seen)) areas.add(area)
	}
	return areas
}

/** Chunk of a module that is not needed at startup. Names that start with "admin" are excluded from the precache. */
const chunkOf = (id: string, modules: Modules): string | null => {
	const areas = [...areasOf(id, modules)]
	const pages = PAGES.filter((page) => areas.includes(page))
	if (pages.length > 0) {
		const isVisitors = areas.includes(VISITOR) && !pages.includes('test')
		return [...pages, ...(isVisitors ? [VISITOR] : [])].join('-')
	}
	const parts = areas.filter((area) => !area.startsWith('admin') && area !== VISITOR)
	if (parts.length > 0) return parts.length > 1 ? parts.toSorted().join('-') : null
	return areas.length > 1 ? 'admin' : (areas[0] ?? null)
}

/** Chunks by folder and route: the initial chunk, then code shared within an area. */
const CHUNKS = [
	{ name: 'app', tags: ['$initial' as const] },
	{ name: 'motion', test: /\/node_modules\/@(?:react-spring|use-gesture)\// },
	{ name: 'icons', test: /\/node_modules\/lucide-react\// },
	{ name: 'admin-queries', test: /\/node_modules\/@tanstack\/(?:react-query|query-core)\// },
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

/** Tests of the finished build: its files, and its server as a process with PGlite. */
const BUILT = [
	'tests/build/{budget,precache,manifest,production}.test.ts',
	'tests/server/{process,process-refusals}.test.ts',
	'tests/server/db/snapshots-of-a-server.test.ts',
]
/** Tests that PGlite cannot run: several processes or connections, locks, and plans for large tables. */
const POSTGRES_ALONE = [
	'tests/server/{workers,faults,plans,admin-plans,quiz-batch-beside,purge-beside,waits}.test.ts',
	'tests/server/db/{migration-beside,prepared}.test.ts',
]
/** Suites that hardly depend on the database. They run on PostgreSQL only, which is faster. */
const ON_ONE_DATABASE = [
	'tests/server/security/**',
	'tests/server/{crash-points*,rate-limits,hot-reads,idempotency,races,bad-input,bad-test-input}.test.ts',
	'tests/server/{knowledge-test-keys,caller-left,errors,mail,compression,housekeeping}.test.ts',
	'tests/server/administration/{transfer,category-weights,feedback,policy-validation}.test.ts',
	'tests/server/routes/{quiz-outcomes,erasure}.test.ts',
	'tests/server/import/reading.test.ts',
]

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
				drawOnce(),
				killSwitch(),
				worker(),
				precompress(),
			],
	// Modern build only: Dexie's default entry adds the legacy build, i.e. the same code twice.
	resolve: { alias: { dexie: 'dexie/dist/modern/dexie.mjs' } },
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
					exclude: [
						'tests/e2e/**',
						'tests/{screens,web,simulate}/**',
						...BUILT,
						...POSTGRES_ALONE,
						...ON_ONE_DATABASE,
					],
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
					globalSetup: ['tests/setup/build.ts', 'tests/support/embedded.ts'],
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
				// The server's suites on PostgreSQL instead of PGlite.
				extends: true,
				test: {
					name: 'postgres',
					include: ['tests/server/**/*.test.ts'],
					exclude: [
						...BUILT,
						// These use no database.
						'tests/server/{share,pages,data-dir,admission,startup-proxy,config,build-plugins,attend}.test.ts',
						'tests/server/{silent-database,file-replies,import/planning}.test.ts',
						'tests/server/extraction/**',
						'tests/server/db/{data-lock,locks}.test.ts',
						// These test PGlite.
						'tests/server/db/{snapshots,killed}.test.ts',
					],
					globalSetup: ['tests/setup/build.ts', 'tests/support/postgres.ts'],
				},
			},
		],
	},
}

export default defineConfig(({ mode }) => (mode === 'server' ? server : web))
