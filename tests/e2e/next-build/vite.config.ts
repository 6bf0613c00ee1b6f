import { defineConfig, mergeConfig, type Plugin } from 'vite'
import app from '../../../vite.config.ts'

/** The app one version later: it differs in one line, and therefore in the names of nearly all its parts. */
const nextVersion: Plugin = {
	name: 'evenhand:next-version',
	transform: (code, id) =>
		id.endsWith('/src/web/main.tsx')
			? `${code}\ndocument.documentElement.dataset.version = 'next'`
			: null,
}

export default defineConfig((env) => mergeConfig(app(env), { plugins: [nextVersion] }))
