import { createDevice, type Device } from '../support/device.ts'
import { createTestServer, type TestServer } from '../support/server.ts'

/** A voter's device before a server with the sample elections. Nothing is sent until a test says so. */
export const createVoterDevice = async (): Promise<{ server: TestServer; device: Device }> => {
	const server = await createTestServer({ sample: true })
	const voter = await server.registerVoter()
	const user = { key: voter.user.id, token: voter.token }
	const device = createDevice({ fetch: server.fetch, user })
	device.local.engine.stop()
	return { server, device }
}
