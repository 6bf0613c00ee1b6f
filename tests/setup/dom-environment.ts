import { builtinEnvironments, type Environment } from 'vitest/runtime'

/** Globals that the server needs in Node's form. */
const OF_NODE = Object.fromEntries(
	(
		'ArrayBuffer Blob File FormData Headers Request Response Uint8Array URL URLSearchParams' as const
	)
		.split(' ')
		.map((name) => [name, Reflect.get(globalThis, name)]),
)

/** jsdom in the server's process, with modules loaded as in Node. */
const environment: Environment = {
	name: 'dom',
	viteEnvironment: 'ssr',
	async setup(global, options) {
		// Use React's production build, as the built app does.
		process.env.NODE_ENV = 'production'
		const jsdom = { url: 'http://localhost:3000/settings' }
		const { teardown } = await builtinEnvironments.jsdom.setup(global, { ...options, jsdom })
		Object.assign(global, OF_NODE)
		return { teardown }
	},
}

export default environment
