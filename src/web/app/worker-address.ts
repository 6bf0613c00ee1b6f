const ADDRESS = '/sw.js'

/** The part of the browser's Trusted Types that is used, in no library of types yet. Some browsers have none of it. */
interface Trusting {
	readonly trustedTypes?: {
		createPolicy(
			name: string,
			rules: { createScriptURL(text: string): string },
		): { createScriptURL(text: string): unknown }
	}
}

/**
 * The address of the worker's script. The pages' policy takes no text for one (Trusted Types), and has this single way
 * to vouch for it: a policy that answers with the one address whatever it is asked. It can be made once.
 */
export const workerAddress = (): string => {
	const { trustedTypes } = globalThis as Trusting
	const policy = trustedTypes?.createPolicy('worker', { createScriptURL: () => ADDRESS })
	// To the library of types it is a text; Workbox hands it on as it is.
	return (policy?.createScriptURL(ADDRESS) ?? ADDRESS) as string
}
