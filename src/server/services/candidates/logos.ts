import { createHash } from 'node:crypto'
import { and, eq, lt, notExists, sql } from 'drizzle-orm'
import type { Sharp } from 'sharp'
import { LOGO_PATH } from '#contract/admin/fields.ts'
import { LOGO_MAX_BYTES } from '#domain/limits.ts'
import type { Db } from '../../db/open.ts'
import { candidates, logos } from '../../db/schema.ts'
import { fieldError, invalid, type ServiceError } from '../../http/errors.ts'
import { type AdminContext, changeOnce, restorableSince } from '../admin-shared/change.ts'

const SIDE_MAX = 512
/** 5000 by 5000 pixels; decoding larger pictures would exhaust memory. */
const PIXELS_MAX = 25_000_000
/** Allowed decoders. Others have a larger attack surface, SVG above all. */
const READERS = ['Png', 'Jpeg', 'Webp', 'Nsgif', 'Heif'].map(
	(name) => `VipsForeignLoad${name}Buffer`,
)
const SVG = /<svg[\s>]/i
const SVG_BEGINS = 4096

const refused = (code: Parameters<typeof fieldError>[1]): ServiceError =>
	invalid([fieldError('image', code)])

const noPicture = () => refused('picture-unknown')

/** Maps decoder errors to a 400. The library reports the reason only in its message. */
const unreadable = (error: unknown): never => {
	const tooLarge = error instanceof Error && error.message.includes('pixel limit')
	throw tooLarge ? refused('picture-too-many-pixels') : noPicture()
}

/** Loads sharp with the first picture, to keep startup fast. */
const loadLibrary = async () => {
	const { default: sharp } = await import('sharp')
	sharp.block({ operation: ['VipsForeignLoad'] })
	sharp.unblock({ operation: READERS })
	return sharp
}
let library: ReturnType<typeof loadLibrary> | undefined

/** Opens a picture by its content, not its name. */
const open = async (bytes: Buffer): Promise<Sharp> => {
	if (bytes.length === 0) throw noPicture()
	if (SVG.test(bytes.subarray(0, SVG_BEGINS).toString('latin1'))) {
		throw refused('picture-svg')
	}
	library ??= loadLibrary()
	const sharp = await library
	const picture = sharp(bytes, { limitInputPixels: PIXELS_MAX, failOn: 'error', pages: 1 })
	const { pages = 1 } = await picture.metadata().catch(unreadable)
	if (pages > 1) throw refused('picture-moves')
	return picture
}

/** Converts to upright WebP of at most 512 by 512 pixels, without metadata. */
const encode = async (bytes: Buffer): Promise<Buffer> => {
	const picture = await open(bytes)
	const size = {
		width: SIDE_MAX,
		height: SIDE_MAX,
		fit: 'inside',
		withoutEnlargement: true,
	} as const
	return picture
		.autoOrient()
		.resize(size)
		.webp({ quality: 85, alphaQuality: 90 })
		.toBuffer()
		.catch(unreadable)
}

const pathOf = (hash: string): string => `/api/logos/${hash}.webp`

/** Stores a re-encoded picture by its hash, so duplicates are stored once. @throws 400 for an unusable picture. */
export const uploadLogo = async (
	context: AdminContext,
	{ image }: { readonly image: string },
): Promise<{ logo: string }> => {
	const given = Buffer.from(image, 'base64')
	if (given.length > LOGO_MAX_BYTES) throw refused('picture-too-large')
	const bytes = await encode(given)
	const hash = createHash('sha256').update(bytes).digest('hex')
	const { now } = context
	const told = { logo: pathOf(hash) }
	const operation = { action: 'logo.uploaded', target: null, body: { image } }
	return changeOnce(context, operation, async (tx) => {
		const before = (await tx.$count(logos, eq(logos.hash, hash))) > 0 ? told : null
		await tx
			.insert(logos)
			.values({ hash, bytes, createdAt: now, seenAt: now })
			.onConflictDoUpdate({ target: logos.hash, set: { seenAt: now } })
		return { target: hash, name: `${hash.slice(0, 8)}.webp`, before, after: told, told }
	})
}

export const readLogo = async (db: Db, hash: string): Promise<Uint8Array | null> => {
	const [row] = await db.select({ bytes: logos.bytes }).from(logos).where(eq(logos.hash, hash))
	return row?.bytes ?? null
}

const hashOf = (logo: string): string => logo.slice(logo.lastIndexOf('/') + 1, -'.webp'.length)

/** @throws 400 if the logo is an uploaded picture that no longer exists. */
export const guardLogo = async (tx: Db, logo: string | null): Promise<void> => {
	if (logo === null || !LOGO_PATH.test(logo)) return
	const isThis = eq(logos.hash, hashOf(logo))
	if ((await tx.$count(logos, isThis)) > 0) return
	throw invalid([fieldError('logo', 'picture-gone')])
}

/** Deletes pictures unused for 30 days. Deleted candidates still count as users, because they can be restored. */
export const purgeLogos = async (db: Db, now: Date): Promise<void> => {
	const path = sql`'/api/logos/' || ${logos.hash} || '.webp'`
	const owners = db.select({ one: sql`1` }).from(candidates).where(eq(candidates.logo, path))
	await db.update(logos).set({ seenAt: now }).where(sql`exists ${owners}`)
	await db.delete(logos).where(and(lt(logos.seenAt, restorableSince(now)), notExists(owners)))
}
