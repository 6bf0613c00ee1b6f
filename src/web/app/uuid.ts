const hex = (bytes: Uint8Array): string =>
	Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')

/** A random UUID (version 4). Pages that are not served over TLS have no `crypto.randomUUID`, but random bytes. */
export const uuid = (): string => {
	if (typeof crypto.randomUUID === 'function') return crypto.randomUUID()
	const bytes = crypto.getRandomValues(new Uint8Array(16))
	bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40
	bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
	return hex(bytes).replace(/(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}
