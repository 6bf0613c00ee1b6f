import { join } from 'node:path'
import { defineConfig } from 'vite'

const root = import.meta.dirname

/** Resolves Dexie as the app's own Vite config does. */
export default defineConfig({
	root,
	resolve: { alias: { dexie: 'dexie/dist/modern/dexie.mjs' } },
	build: { target: 'es2023', rolldownOptions: { input: join(root, 'index.html') } },
})
