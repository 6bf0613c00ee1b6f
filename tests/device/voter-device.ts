import { createDevice, type Device } from '../support/device.ts'
import { createTestServer, type TestServer } from '../support/server.ts'

type Fetch = TestServer['fetch']

/** Strips the batch support flag from replies, like a server that implements only the specification. */
const oneAtATime =
	(fetch: Fetch): Fetch =>
	async (request) => {
		const response = await fetch(request)
		const { status, headers } = response
		return new Response((await response.text()).replace(/,"batch":\d+/g, ''), { status, headers })
	}

interface VoterDeviceOptions {
	readonly together?: boolean
}

/** A signed-in device and a server with the sample elections. The outbox stays stopped until a test starts it. */
export const createVoterDevice = async ({
	together = true,
}: VoterDeviceOptions = {}): Promise<{
	server: TestServer
	device: Device
}> => {
	const server = await createTestServer({ sample: true })
	const voter = await server.registerVoter()
	const user = { key: voter.user.id, token: voter.token }
	const fetch = together ? server.fetch : oneAtATime(server.fetch)
	const device = createDevice({ fetch, user })
	device.local.engine.stop()
	return { server, device }
}

/** Registers another voter, who then uses the device. */
export const switchVoter = async (server: TestServer, device: Device): Promise<void> => {
	const other = await server.registerVoter()
	device.user = { key: other.user.id, token: other.token }
}
