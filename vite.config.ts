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
			// The back-office works online only, and no voter downloads it.
			globIgnores: ['assets/admin-*'],
		},
	})

/**
 * Has the browser draw nothing before the app's script has run, which sets the theme that was chosen on the device: an
 * empty page in the other theme would flash before. Browsers that do not know the attribute pass over it.
 */
const drawOnce = (): Plugin => ({
	name: 'evenhand:draw-once',
	apply: 'build',
	transformIndexHtml: {
		order: 'post',
		handler: (html) => html.replace('<script type="module"', '$& blocking="render"'),
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
 * The app in three dozen files instead of twice as many: on a poor connection each request costs more than its bytes, and
 * the worker fetches them all. `base` is what every page starts with. `store` is what the knowledge test and a voter's
 * pages read and write with, and the test's own first screen, because a first visit mostly leads there. `sync` is what
 * sends, `voter` what a voter's pages have alike, `small` and `parts` what others share as well: `small` is all of that
 * which a sign-in needs. The rest are pages that are mostly opened together. `admin` is the back-office, which no voter
 * downloads: the worker leaves it out by its name.
 */
const SHARED = [
	{
		name: 'base',
		test: /rolldown\/runtime|vite\/preload-helper|node_modules\/(?:react|react-dom|scheduler|@tanstack|use-sync-external-store|valibot|ofetch|destr|ufo)\/(?!react-virtual\/|virtual-core\/|.*\/use(?:Blocker|CanGoBack)\.js)|src\/http\/|src\/contract\/(?:endpoint|primitives|problem|users)\.ts|src\/domain\/(?:constants|days)\.ts|src\/local\/server-clock\.ts|src\/web\/session\.ts|src\/web\/app\/(?:session|client|erasure-mark|storage|search|uuid|question)\.ts|src\/web\/texts\/(?:language|nav)\.ts|src\/web\/ui\/late-part\.tsx/,
	},
	{
		name: 'store',
		test: /node_modules\/dexie(?:-react-hooks)?\/|src\/local\/(?:db|deps|enqueue|idb-source|reads|refreshed|store-guard|platform|knowledge-test|test-change|usable-test|grade-guess)\.ts|src\/local\/sync\/(?:back-off|page-locks)\.ts|src\/web\/texts\/test\.ts|src\/contract\/test-session\.ts|src\/domain\/(?:hash|knowledge-test)\.ts|src\/web\/app\/(?:reading|store|tests)\.ts|src\/web\/ui\/(?:use-live|use-question|bar|face|initials|toasts-store|toasts-show|reading-time)\.tsx?|src\/web\/features\/test\/(?:begun|late|phase|policy-card|reload-once|testing|test-page|test-screen|use-begin|use-guessing|use-keys|words)\.tsx?/,
	},
	{
		name: 'sync',
		test: /src\/local\/(?:merge|apply-state|restore|visitor)\.ts|src\/local\/sync\/|src\/contract\/(?:batch|quiz|quiz-bodies|knowledge-test|fields)\.ts|src\/domain\/(?:attempt|types|test-summary)\.ts|src\/web\/app\/(?:background-sync|visitor-engine)\.ts/,
	},
	{
		name: 'voter',
		test: /lucide-react\/dist\/esm\/icons\/(?:arrow-left\.|chevron-right|circle-check|cloud-|log-out|menu\.)|src\/local\/(?:account|attempts|compare-quizzes|elections|entries|forget-guesses|fresh|history|material|open|outbox|pack-[a-z]+|packs|quiz|results|retry|session|your-data)\.ts|src\/contract\/(?:candidates|compare-quizzes|elections|quotes)\.ts|src\/domain\/(?:consent|draw|jurisdiction|quiz-validation|random|score|states)\.ts|src\/web\/(?:app\/)?install\.ts|src\/web\/app\/(?:badge|eviction|local|persistence|profile|wipe)\.ts|src\/web\/texts\/(?:answers|elections|installing|quiz|ui)\.ts|src\/web\/ui\/(?:answers|count-of|dates|failure-detail|fault-text|install-button|lazily|needs-connection|numbers|quiz-types|sizes|skeletons|stale-note)\.tsx?|src\/web\/features\/(?:elections\/(?:pack-words|pack-bar|remove-pack|save-pack)|quiz\/error-card)\.tsx?/,
	},
	{
		name: 'small',
		test: /lucide-react\/dist\/esm\/(?:icons\/(?:download|eye-off)|(?:shared|build)\/|context|Icon|createLucideIcon)|src\/web\/app\/(?:caches|results-search)\.ts|src\/web\/ui\/(?:use-draft|use-online)\.ts/,
	},
	{
		name: 'parts',
		test: /react-router\/dist\/esm\/useBlocker|lucide-react\/dist\/esm\/icons\/share-2|src\/web\/ui\/(?:dialog|long-list|pass-on|picture|printing|radio-group|save-file|use-kept-scroll|use-refresh|use-stable)\.tsx?/,
	},
	{
		name: 'account',
		test: /node_modules\/@formisch\/|lucide-react\/dist\/esm\/icons\/eye\.mjs|src\/contract\/auth\.ts|src\/domain\/text-rules\.ts|src\/web\/texts\/account\.ts|src\/web\/ui\/text-field\.tsx|src\/web\/features\/account\/account-page\.tsx/,
	},
	{
		name: 'accounts',
		test: /src\/web\/features\/account\/(?:forgot-screen|password-pages|register-screen|reset-screen|use-idempotency-key)\.tsx?|src\/web\/routes\/register\.tsx\?/,
	},
	{
		name: 'no-test',
		test: /src\/web\/texts\/test-end\.ts|src\/web\/features\/test\/(?:no-test|not-begun|retry-text|start-failed)\.tsx?/,
	},
	{
		name: 'end',
		test: /src\/local\/(?:test-end|tidy-tests)\.ts|src\/web\/app\/test-ends\.ts|src\/web\/features\/test\/(?:answers-picture|demographics|details-screen|end|feedback-dialog|feedback-problem|figures|results|results-actions|share|share-picture|share-text|use-outcome)\.tsx?|src\/web\/routes\/test_.*\?/,
	},
	{
		name: 'swipe',
		test: /node_modules\/@(?:react-spring|use-gesture)\/|src\/domain\/swipe\.ts|src\/web\/ui\/(?:less-motion|swipe-card)\.tsx?|src\/web\/features\/test\/(?:side-of-swipe|swipe-deck)\.tsx?/,
	},
	{
		name: 'elections',
		test: /lucide-react\/dist\/esm\/icons\/(?:building-complex|landmark|mailbox|map-pinned|search|trees)\.mjs|src\/web\/features\/(?:install\/install-card|elections\/(?:election-|elections-screen|find|quiz-list))|src\/web\/routes\/_voter\/elections\..*\?/,
	},
	{
		name: 'quiz',
		test: /lucide-react\/dist\/esm\/icons\/move-horizontal\.mjs|src\/web\/features\/quiz\/|src\/web\/routes\/_voter\/quiz\..*\?/,
	},
	{
		name: 'results',
		test: /lucide-react\/dist\/esm\/icons\/(?:chevron-down|printer|receipt-text)\.mjs|src\/domain\/(?:explain|firmness|receipt)\.ts|src\/web\/texts\/results\.ts|src\/web\/features\/results\/|src\/web\/routes\/_voter\/results\..*\?/,
	},
	{
		name: 'your-data',
		test: /src\/contract\/your-data|src\/web\/app\/erasure\.ts|src\/web\/texts\/your-data\.ts|src\/web\/features\/(?:your-data\/|account\/settling)|src\/web\/routes\/_voter\/your-data\.tsx\?/,
	},
	// Pictures and files of the back-office, which come with the first of them: left out by their names as well.
	{
		name: 'admin-pictures',
		test: /node_modules\/uplot\/.*\.js|src\/web\/features\/admin\/pictures\/draw-[a-z]+\.ts/,
	},
	{
		name: 'admin-csv',
		test: /node_modules\/papaparse\/|src\/web\/features\/admin\/csv\/to-csv\.ts|src\/domain\/spreadsheets\.ts/,
	},
	{
		name: 'admin',
		test: /lucide-react\/dist\/esm\/icons\/(?:arrow-down|arrow-left-right|chart-column|check-check|chevrons-up-down|copy|external-link|file-input|gauge|graduation-cap|history|key-round|keyboard|list-checks|message-square-text|pencil|plus|rotate-ccw|scale|shield-check|shield-half|trash|triangle-exclamation-point|upload|user-plus|user-round|users|vote|x)\.mjs|src\/contract\/(?:manage-[a-z]+|policies|policy-[a-z]+|history|admin-stats|category-weights|transfer|feedback|test-management|paging|password-resets)\.ts|src\/domain\/(?:fairness|feedback-csv|manage-limits|policies|spreadsheets|written-forms|extraction-limits|extraction\/[a-z-]+)\.ts|src\/web\/texts\/admin\/|src\/web\/features\/admin\/|src\/web\/routes\/(?:admin|moderator).*\?/,
	},
	// Stands in for the browser's database where that fails.
	{ name: 'memory', test: /node_modules\/fake-indexeddb\// },
	{
		name: 'late',
		test: /src\/web\/texts\/(?:sync|refused)\.ts|src\/web\/ui\/(?:refus|use-action)|src\/web\/features\/shell\/(?:install-item|late\.|leave|notices|sign-out\.|sync-|use-sync)/,
	},
]

/** `--mode server`: the API and what serves the app, and the thread that reads files, for plain Node. */
const server: UserConfig = {
	publicDir: false,
	plugins: [copyServerFiles('dist/server'), stampBuild()],
	build: {
		outDir: 'dist/server',
		target: 'node20',
		ssr: true,
		rolldownOptions: {
			// They stand at the places that `paths.ts` names.
			input: {
				main: 'src/server/main.ts',
				'extraction/read-worker': 'src/server/extraction/read-worker.ts',
				'import/read-worker': 'src/server/import/read-worker.ts',
			},
			output: { entryFileNames: '[name].js', chunkFileNames: 'parts/[name]-[hash].js' },
		},
	},
}

/** Tests of the finished build: its files, and its server as a process on the embedded database. */
const BUILT = [
	'tests/build/{budget,precache,manifest,production}.test.ts',
	'tests/server/{process,process-refusals}.test.ts',
	'tests/server/db/snapshots-of-a-server.test.ts',
]
/** Tests that the embedded database cannot run: several processes or connections, locks, and plans for large tables. */
const POSTGRES_ALONE = [
	'tests/server/{workers,faults,plans,admin-plans,quiz-batch-beside,purge-beside,waits}.test.ts',
	'tests/server/db/{migration-beside,prepared}.test.ts',
]
/** Suites whose outcome depends on the database little: they run on PostgreSQL, where they are quicker. */
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
	// Without the form that older bundlers want: it is the same code twice.
	resolve: { alias: { dexie: 'dexie/dist/modern/dexie.mjs' } },
	build: {
		outDir: 'dist/web',
		target: 'es2023',
		sourcemap: false,
		// What it stands in for every browser has that can run the rest.
		modulePreload: {
			polyfill: false,
			// A part asks for what it needs itself, once it is there: with all their names the first page would weigh more than
			// that saves. The table of pages, which is loaded behind it, has room for them.
			resolveDependencies: (_, parts, { hostId, hostType }) =>
				hostType === 'html' || hostId.includes('/routeTree') ? parts : [],
		},
		manifest: true,
		rolldownOptions: {
			output: {
				// The page that comes first names all parts: 36 bits tell their versions apart as well.
				chunkFileNames: 'assets/[name]-[hash:7].js',
				codeSplitting: { groups: SHARED, includeDependenciesRecursively: false },
			},
		},
	},
	test: {
		environment: 'node',
		setupFiles: ['tests/setup/console.ts'],
		// Patience with a machine that others use as well; nothing is asserted by it.
		hookTimeout: 300_000,
		testTimeout: 180_000,
		// Vitest leaves a core to itself, which on two cores means that one file runs at a time.
		maxWorkers: '100%',
		// A module that is new for every file costs two fifths of the time. What a file must not leave behind, it takes back.
		isolate: false,
		projects: [
			{
				extends: true,
				test: {
					name: 'unit',
					include: ['tests/**/*.test.ts'],
					exclude: [
						'tests/e2e/**',
						'tests/screens/**',
						'tests/simulate/**',
						...BUILT,
						...POSTGRES_ALONE,
						...ON_ONE_DATABASE,
					],
					globalSetup: ['tests/support/embedded.ts'],
				},
			},
			{
				// The app's screens in a DOM, on the real server.
				extends: true,
				oxc: { jsx: { runtime: 'automatic', development: false } },
				test: {
					name: 'screens',
					include: ['tests/screens/**/*.test.ts'],
					environment: './tests/setup/dom-environment.ts',
					globalSetup: ['tests/support/embedded.ts'],
					// Patience with a machine that others use as well: the first test of a worker loads the app.
					testTimeout: 300_000,
					expect: { poll: { timeout: 30_000 } },
					// It has to find the same Dexie as the app does.
					server: { deps: { inline: ['dexie-react-hooks'] } },
				},
			},
			{
				// What needs no database, for `npm run verify`: it is over before one would be there.
				extends: true,
				test: {
					name: 'quick',
					include: ['tests/{domain,contract,http,receipt,sw,web,build}/**/*.test.ts'],
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
				// The server's suites on a PostgreSQL instead of the embedded database.
				extends: true,
				test: {
					name: 'postgres',
					include: ['tests/server/**/*.test.ts'],
					exclude: [
						...BUILT,
						// They use no database.
						'tests/server/{share,pages,data-dir,room,door,config,build-plugins,attend}.test.ts',
						'tests/server/{silent-database,file-replies}.test.ts',
						'tests/server/extraction/**',
						'tests/server/db/{data-lock,locks}.test.ts',
						// They are about the embedded database.
						'tests/server/db/{snapshots,killed}.test.ts',
					],
					globalSetup: ['tests/setup/build.ts', 'tests/support/postgres.ts'],
				},
			},
		],
	},
}

export default defineConfig(({ mode }) => (mode === 'server' ? server : web))
