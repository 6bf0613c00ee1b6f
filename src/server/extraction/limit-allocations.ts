/** One buffer may have so many bytes: no stream of an honest page comes near. */
const MAX_BUFFER = 48 * 1024 * 1024

/**
 * Keeps every buffer of this thread small. A thread's memory limits are those of its heap, and buffers lie outside of it:
 * a stream that grows a thousandfold when it is unpacked would fill the machine.
 * @returns whether something asked for more.
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
	// It would unpack into memory that no limit reaches; without it the readers unpack by themselves.
	Reflect.deleteProperty(globalThis, 'DecompressionStream')
	return { wereMet: () => met }
}
