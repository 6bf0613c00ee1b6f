import { createDevice, type Device } from '../support/device.ts'
import { createTestServer, type TestServer } from '../support/server.ts'

type Fetch = TestServer['fetch']

/** A server that takes one operation a call, as the specification's does: its states do not say that it takes more. */
const oneAtATime =
	(fetch: Fetch): Fetch =>
	async (request) => {
		const response = await fetch(request)
		const { status, headers } = response
		return new Response((await response.text()).replace(/,"batch":\d+/g, ''), { status, headers })
	}

interface VoterDeviceOptions {
	/** Whether the server takes several operations of an attempt in one call. */
	readonly together?: boolean
}

/** A voter's device before a server with the sample elections. Nothing is sent until a test says so. */
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
