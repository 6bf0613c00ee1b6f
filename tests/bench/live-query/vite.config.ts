import { join } from 'node:path'
import { defineConfig } from 'vite'

const root = import.meta.dirname

/** The page beside this file, with the app's own Dexie: see the app's configuration. */
export default defineConfig({
	root,
	resolve: { alias: { dexie: 'dexie/dist/modern/dexie.mjs' } },
	build: { target: 'es2023', rolldownOptions: { input: join(root, 'index.html') } },
})
