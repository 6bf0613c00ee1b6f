import tailwindcss from '@tailwindcss/vite'
import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import type {} from 'vitest/config'

export default defineConfig({
	plugins: process.env.VITEST
		? []
		: [
				tanstackRouter({
					target: 'react',
					autoCodeSplitting: true,
					routesDirectory: 'src/web/routes',
					generatedRouteTree: 'src/web/routeTree.gen.ts',
				}),
				react(),
				tailwindcss(),
			],
	build: { outDir: 'dist/web', target: 'es2023', sourcemap: false },
	test: {
		environment: 'node',
		setupFiles: ['tests/setup/console.ts'],
		include: ['tests/**/*.test.ts'],
		exclude: ['tests/e2e/**'],
		hookTimeout: 60_000,
		testTimeout: 30_000,
	},
})
