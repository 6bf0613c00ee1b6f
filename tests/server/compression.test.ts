import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { beforeEach, describe, expect, it } from 'vitest'
import { started } from '../support/quizzes.ts'
import { createTestServer, type TestServer, type Voter } from '../support/server.ts'

let server: TestServer
let voter: Voter

beforeEach(async () => {
	server = await createTestServer({ sample: true })
	voter = await server.registerVoter()
})

const read = (path: string, encodings: string): Promise<Response> =>
	server.fetch(
		new Request(`http://evenhand.test/api${path}`, {
			headers: { authorization: `Bearer ${voter.token}`, 'accept-encoding': encodings },
		}),
	)

describe('API replies', () => {
	it('are compressed for whoever takes it, because a state comes with every answer on a poor connection', async () => {
		const { attemptId } = await started(voter, 'SCALE')
		const path = `/v2/quiz/state/${attemptId}`
		const plain = await read(path, 'identity')
		const small = await read(path, 'gzip')
		const text = await plain.text()
		const bytes = Buffer.from(await small.arrayBuffer())
		expect(small.headers.get('content-encoding')).toBe('gzip')
		expect(small.headers.get('cache-control')).toBe('no-store')
		expect(gunzipSync(bytes).toString()).toBe(text)
		expect(bytes.length).toBeLessThan(text.length / 2)
	})

	it('are smaller still by brotli, which every browser takes', async () => {
		const { attemptId } = await started(voter, 'SCALE')
		const path = `/v2/quiz/state/${attemptId}`
		const text = await (await read(path, 'identity')).text()
		const gzip = Buffer.from(await (await read(path, 'gzip')).arrayBuffer())
		const reply = await read(path, 'gzip, deflate, br, zstd')
		const bytes = Buffer.from(await reply.arrayBuffer())
		expect(reply.headers.get('content-encoding')).toBe('br')
		expect(reply.headers.get('vary')).toContain('Accept-Encoding')
		expect(reply.headers.get('cache-control')).toBe('no-store')
		expect(brotliDecompressSync(bytes).toString()).toBe(text)
		expect(bytes.length).toBeLessThan(gzip.length)
	})

	it('take the slow way for a first visit alone, because it would cost more than an answer itself', async () => {
		const begin = async (headers: Readonly<Record<string, string>>) => {
			const reply = await server.fetch(
				new Request('http://evenhand.test/api/policy-knowledge-test/start', {
					method: 'POST',
					headers: {
						'content-type': 'application/json',
						'idempotency-key': '"the same session"',
						'accept-encoding': 'br',
						...headers,
					},
					body: '{}',
				}),
			)
			return Buffer.from(await reply.arrayBuffer())
		}
		// Both get it as it was stored.
		await begin({})
		const visitor = await begin({})
		const signedIn = await begin({ authorization: `Bearer ${voter.token}` })
		expect(brotliDecompressSync(signedIn)).toEqual(brotliDecompressSync(visitor))
		expect(visitor.length).toBeLessThan(signedIn.length)
	})

	it('stay plain where they are so small that nothing would be gained', async () => {
		const reply = await read('/users/profile', 'gzip, br')
		expect(reply.headers.get('content-encoding')).toBeNull()
		expect(await reply.json()).toMatchObject({ roles: ['ROLE_USER'] })
	})

	it('that are refusals keep their kind and their status', async () => {
		const reply = await read('/v2/quiz/state/0', 'br')
		expect(reply.status).toBe(404)
		expect(reply.headers.get('content-type')).toContain('application/problem+json')
		expect(await reply.json()).toMatchObject({ status: 404 })
	})

	it('stay plain for whoever does not', async () => {
		const { attemptId } = await started(voter, 'SCALE')
		const plain = await read(`/v2/quiz/state/${attemptId}`, 'identity')
		expect(plain.headers.get('content-encoding')).toBeNull()
	})
})
