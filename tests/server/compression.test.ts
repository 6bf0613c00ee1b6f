import { gunzipSync } from 'node:zlib'
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

	it('stay plain for whoever does not', async () => {
		const { attemptId } = await started(voter, 'SCALE')
		const plain = await read(`/v2/quiz/state/${attemptId}`, 'identity')
		expect(plain.headers.get('content-encoding')).toBeNull()
	})
})
