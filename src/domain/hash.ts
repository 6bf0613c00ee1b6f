/**
 * Hashes a text to an unsigned 32-bit integer: FNV-1a over its UTF-16 units, then MurmurHash3's finalizer.
 * The same on every platform. Not for secrets.
 */
export const hash32 = (text: string, offset = 0): number => {
	let h = (0x811c9dc5 ^ offset) >>> 0
	for (let i = 0; i < text.length; i++) h = Math.imul(h ^ text.charCodeAt(i), 0x01000193)
	h = Math.imul(h ^ (h >>> 16), 0x85ebca6b)
	h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35)
	return (h ^ (h >>> 16)) >>> 0
}
