import { join } from 'node:path'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { precompress } from '../../../src/server/build-plugins.ts'

const root = import.meta.dirname

/** Name of the page to build: BARE_PAGE, or the sign-in page. */
const page = process.env.BARE_PAGE ?? 'index'

export default defineConfig({
	root,
	plugins: [react(), tailwindcss(), precompress()],
	build: {
		target: 'es2023',
		manifest: true,
		rolldownOptions: { input: join(root, `${page}.html`) },
	},
})
