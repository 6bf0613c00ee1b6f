import sharp from 'sharp'
import { beforeEach, describe, expect, it } from 'vitest'
import { endpoints } from '#contract/index.ts'
import { LOGO_MAX_BYTES } from '#domain/limits.ts'
import { audit } from '#server/db/schema.ts'
import { purgeLogos } from '#server/services/candidates/logos.ts'
import { candidateFields } from '../../support/administration.ts'
import { raw, refusalOf, replyOf } from '../../support/quizzes.ts'
import { createTestServer, type TestServer, type Voter } from '../../support/server.ts'

const { manageCandidates: rows } = endpoints

let server: TestServer
let admin: Voter
beforeEach(async () => {
	server = await createTestServer()
	admin = await server.registerVoter('ada', ['ROLE_ADMIN'])
})

const picture = (width = 40, height = 20) =>
	sharp({ create: { width, height, channels: 4, background: '#b22222' } })

const upload = (bytes: Uint8Array) =>
	admin.call(rows.uploadLogo, { body: { image: Buffer.from(bytes).toString('base64') } })
const uploaded = async (bytes: Uint8Array): Promise<string> => replyOf(await upload(bytes)).logo
const served = (path: string): Promise<Response> => Promise.resolve(server.app.request(path))

describe('uploaded logo', () => {
	it.each(['png', 'jpeg', 'webp', 'gif', 'avif'] as const)(
		'is converted from %s to WebP and served as immutable',
		async (format) => {
			const path = await uploaded(await picture().toFormat(format).toBuffer())
			expect(path).toMatch(/^\/api\/logos\/[0-9a-f]{64}\.webp$/)
			const reply = await served(path)
			expect(reply.status).toBe(200)
			expect(reply.headers.get('content-type')).toBe('image/webp')
			expect(reply.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
			expect(reply.headers.get('x-content-type-options')).toBe('nosniff')
			const stored = await sharp(Buffer.from(await reply.arrayBuffer())).metadata()
			expect(stored).toMatchObject({ format: 'webp', width: 40, height: 20 })
		},
	)

	it('is downscaled, rotated upright, and stripped of metadata', async () => {
		const photo = await picture(2000, 1000)
			.jpeg()
			.withExif({ IFD0: { Copyright: 'somebody' } })
			.withMetadata({ orientation: 6 })
			.toBuffer()
		const path = await uploaded(photo)
		const bytes = Buffer.from(await (await served(path)).arrayBuffer())
		const stored = await sharp(bytes).metadata()
		expect(stored).toMatchObject({ width: 256, height: 512 })
		expect(stored.exif).toBeUndefined()
	})

	it('is stored once for repeated uploads', async () => {
		const bytes = await picture().png().toBuffer()
		expect(await uploaded(bytes)).toBe(await uploaded(bytes))
	})

	it('enters the history without its bytes', async () => {
		const bytes = await picture().png().toBuffer()
		const path = await uploaded(bytes)
		await uploaded(bytes)
		const query = { noun: 'logo' } as const
		const { rows: lines } = replyOf(await admin.call(endpoints.history.page, { query }))
		const hash = path.slice('/api/logos/'.length, -'.webp'.length)
		const line = { action: 'logo.uploaded', actor: { username: 'ada' }, target: hash }
		expect(lines).toMatchObject([
			{ ...line, before: { logo: path }, after: { logo: path } },
			{ ...line, name: `${hash.slice(0, 8)}.webp`, before: null, after: { logo: path } },
		])
		const stored = JSON.stringify(await server.db.select().from(audit))
		expect(stored).not.toContain(bytes.toString('base64').slice(0, 40))
	})

	it('can be assigned to a candidate', async () => {
		const logo = await uploaded(await picture().png().toBuffer())
		const body = { ...candidateFields('Ann'), logo }
		expect(replyOf(await admin.call(rows.create, { body })).logo).toBe(logo)
	})

	it('may have at most 512 KB', async () => {
		const padded = async (length: number) => {
			const bytes = Buffer.alloc(length)
			;(await picture().png().toBuffer()).copy(bytes)
			return bytes
		}
		expect((await upload(await padded(LOGO_MAX_BYTES))).ok).toBe(true)
		const refused = refusalOf(await upload(await padded(LOGO_MAX_BYTES + 1)))
		expect(refused).toMatchObject({
			status: 400,
			errors: [{ path: 'image', message: 'A picture can have at most 512 KB' }],
		})
		const larger = refusalOf(await upload(await padded(LOGO_MAX_BYTES + 2000)))
		expect(larger.status).toBe(413)
	})

	const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
	it.each([
		['a text', Buffer.from('no picture'), 'This is not a PNG, JPEG, WebP, GIF, or AVIF picture'],
		['nothing', Buffer.alloc(0), 'This is not a PNG, JPEG, WebP, GIF, or AVIF picture'],
		['a page', Buffer.from('<html></html>'), 'This is not a PNG, JPEG, WebP, GIF, or AVIF picture'],
		['SVG', Buffer.from(svg), 'SVG is not supported. Save the picture as PNG'],
	])('is refused as %s', async (_, bytes, message) => {
		expect(refusalOf(await upload(bytes))).toMatchObject({
			status: 400,
			errors: [{ path: 'image', message }],
		})
	})

	it('is refused as TIFF, which browsers do not show', async () => {
		expect(refusalOf(await upload(await picture().tiff().toBuffer())).status).toBe(400)
	})

	it('is refused when animated', async () => {
		const frames = await Promise.all(
			['#ff0000', '#00ff00'].map((background) =>
				sharp({ create: { width: 8, height: 8, channels: 3, background } })
					.png()
					.toBuffer(),
			),
		)
		for (const format of ['gif', 'webp'] as const) {
			const moving = await sharp(frames, { join: { animated: true } })
				.toFormat(format)
				.toBuffer()
			expect(refusalOf(await upload(moving)).errors).toEqual([
				{
					...{ path: 'image', message: 'This picture is animated. Choose a still one' },
					...{ code: 'picture-moves', values: {} },
				},
			])
		}
	})

	it('is refused with too many pixels (decompression bomb)', async () => {
		const bomb = await sharp({
			create: { width: 9000, height: 9000, channels: 3, background: '#fff' },
			limitInputPixels: false,
		})
			.png()
			.toBuffer()
		expect(bomb.length).toBeLessThan(LOGO_MAX_BYTES)
		expect(refusalOf(await upload(bomb)).errors).toEqual([
			{
				...{ path: 'image', message: 'This picture has more than 25 million pixels' },
				...{ code: 'picture-too-many-pixels', values: {} },
			},
		])
	})

	it('is refused when truncated', async () => {
		const whole = await sharp({
			create: {
				width: 300,
				height: 300,
				channels: 3,
				background: '#fff',
				noise: { type: 'gaussian', mean: 99, sigma: 30 },
			},
		})
			.jpeg()
			.toBuffer()
		expect(refusalOf(await upload(whole.subarray(0, whole.length / 2))).status).toBe(400)
	})

	it.each([
		'/api/logos/x.webp',
		`/api/logos/${'a'.repeat(64)}.webp`,
		`/api/logos/${'a'.repeat(64)}`,
	])('returns an uncached 404 when missing: %s', async (path) => {
		const reply = await raw(server, path)
		expect(reply.status).toBe(404)
		expect(reply.headers.get('cache-control')).toBe('no-store')
	})
})

describe('logo purge', () => {
	const inDays = (days: number) => new Date(server.clock.now.getTime() + days * 86_400_000)
	const color = async (background: string) =>
		uploaded(
			await sharp({ create: { width: 8, height: 8, channels: 3, background } })
				.png()
				.toBuffer(),
		)

	it('deletes logos unused for 30 days since their last use', async () => {
		const [unused, used, left] = [await color('#111'), await color('#222'), await color('#333')]
		const make = async (logo: string) =>
			replyOf(await admin.call(rows.create, { body: { ...candidateFields('Ann'), logo } }))
		const deleted = await make(used)
		const changed = await make(left)
		await admin.call(rows.remove, { params: { id: deleted.id } })
		await purgeLogos(server.db, inDays(40))
		expect((await served(unused)).status).toBe(404)
		expect((await served(used)).status).toBe(200)
		await admin.call(rows.update, { params: { id: changed.id }, body: candidateFields('Ann') })
		await purgeLogos(server.db, inDays(60))
		expect((await served(left)).status).toBe(200)
		await purgeLogos(server.db, inDays(71))
		expect((await served(left)).status).toBe(404)
		expect((await served(used)).status).toBe(200)
	})
})
