import { relative } from 'node:path'
import tailwindcss from '@tailwindcss/vite'
import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin, type UserConfig } from 'vite'
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

/** `--mode server`: the API and what serves the app, one file for plain Node. */
const server: UserConfig = {
	publicDir: false,
	plugins: [copyServerFiles('dist/server'), stampBuild()],
	build: { outDir: 'dist/server', target: 'node20', ssr: 'src/server/main.ts' },
}

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
				}),
				react(),
				tailwindcss(),
				listModules(),
				precompress('dist/web'),
			],
	build: { outDir: 'dist/web', target: 'es2023', sourcemap: false, manifest: true },
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
					exclude: ['tests/e2e/**', 'tests/build/budget.test.ts'],
				},
			},
			{
				// What only a finished build can show.
				extends: true,
				test: { name: 'build', include: ['tests/build/budget.test.ts'] },
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
