import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { beforeEach, describe, expect, it } from 'vitest'
import { answerTo, started } from '../support/quizzes.ts'
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
	it('are compressed for clients that accept it', async () => {
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

	it('are smaller with brotli', async () => {
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

	it('to answers are smaller with brotli', async () => {
		const state = await started(voter, 'SCALE')
		const { params, body } = answerTo(state, 0)
		const url = `http://evenhand.test/api/v2/quiz/interact/${params.attemptId}`
		const authorization = `Bearer ${voter.token}`
		const reply = await server.fetch(
			new Request(url, {
				method: 'POST',
				headers: { authorization, 'content-type': 'application/json', 'accept-encoding': 'br' },
				body: JSON.stringify(body),
			}),
		)
		const bytes = Buffer.from(await reply.arrayBuffer())
		const text = await (await read(`/v2/quiz/state/${params.attemptId}`, 'identity')).text()
		expect(reply.headers.get('content-encoding')).toBe('br')
		expect(brotliDecompressSync(bytes).toString()).toBe(text)
		expect(bytes.length).toBeLessThan(text.length / 2)
	})

	// It takes longer than most answers.
	it('use high compression only for anonymous visitors', async () => {
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
		// Both get the stored reply.
		await begin({})
		const visitor = await begin({})
		const signedIn = await begin({ authorization: `Bearer ${voter.token}` })
		expect(brotliDecompressSync(signedIn)).toEqual(brotliDecompressSync(visitor))
		expect(visitor.length).toBeLessThan(signedIn.length)
	})

	it('stay uncompressed when small', async () => {
		const reply = await read('/users/profile', 'gzip, br')
		expect(reply.headers.get('content-encoding')).toBeNull()
		expect(await reply.json()).toMatchObject({ roles: ['ROLE_USER'] })
	})

	it('keep type and status when refused', async () => {
		const reply = await read('/v2/quiz/state/0', 'br')
		expect(reply.status).toBe(404)
		expect(reply.headers.get('content-type')).toContain('application/problem+json')
		expect(await reply.json()).toMatchObject({ status: 404 })
	})

	it('stay uncompressed for other clients', async () => {
		const { attemptId } = await started(voter, 'SCALE')
		const plain = await read(`/v2/quiz/state/${attemptId}`, 'identity')
		expect(plain.headers.get('content-encoding')).toBeNull()
	})
})
