import { defineConfig, mergeConfig, type Plugin } from 'vite'
import app from '../../../vite.config.ts'

/** Next version of the app: one changed line, and thus new names for nearly all chunks. */
const nextVersion: Plugin = {
	name: 'evenhand:next-version',
	transform: (code, id) =>
		id.endsWith('/src/web/main.tsx')
			? `${code}\ndocument.documentElement.dataset.version = 'next'`
			: null,
}

export default defineConfig((env) => mergeConfig(app(env), { plugins: [nextVersion] }))
