/** Far more than any stream of a genuine page needs. */
const MAX_BUFFER = 48 * 1024 * 1024

/**
 * Limits each buffer of this thread: `resourceLimits` covers only the V8 heap, not the buffers of a decompression bomb.
 * @returns `wereMet`, which is true after any rejected allocation.
 */
export const limitAllocations = (most = MAX_BUFFER): { readonly wereMet: () => boolean } => {
	let met = false
	const check = (bytes: number): void => {
		if (bytes <= most) return
		met = true
		throw new RangeError('the buffer is larger than it may be')
	}
	for (const name of ['ArrayBuffer', 'Uint8Array', 'Uint16Array', 'Uint32Array'] as const) {
		const target: new (...given: unknown[]) => object = globalThis[name]
		const size = name === 'Uint32Array' ? 4 : name === 'Uint16Array' ? 2 : 1
		const limited: typeof target = new Proxy(target, {
			construct: (_, given, asked): object => {
				if (typeof given[0] === 'number') check(given[0] * size)
				return Reflect.construct(target, given, asked === limited ? target : asked)
			},
		})
		Object.defineProperty(globalThis, name, { value: limited, configurable: true, writable: true })
	}
	// Native decompression would bypass the limit. The readers fall back to JavaScript.
	Reflect.deleteProperty(globalThis, 'DecompressionStream')
	return { wereMet: () => met }
}
