import type { Network } from '../support/device.ts'

/** Applies `fault` to the first `times` batches; everything else passes. */
export const failingBatches = (times: number, fault: Network): Network => {
	let left = times
	return (request, pass) => {
		if (!/\/batch(?:\/|$)/.test(request.url) || left === 0) return pass()
		left--
		return fault(request, pass)
	}
}

/** Faults of one batch, of attempts and of knowledge tests. */
export const BATCH_FAULTS: readonly [string, Network][] = [
	[
		'loses the request',
		async () => {
			throw new TypeError('no network')
		},
	],
	[
		'loses the reply',
		async (_request, pass) => {
			await pass()
			throw new TypeError('connection reset')
		},
	],
	['answers 500', async () => new Response('{}', { status: 500 })],
	[
		'answers with a captive portal page',
		async () => new Response('<p>Welcome</p>', { headers: { 'content-type': 'text/html' } }),
	],
	['answers 200 with an unknown body', async () => Response.json({ outcomes: [] })],
	[
		'answers with results of unknown operations',
		async (_request, pass) =>
			Response.json({ ...((await (await pass()).json()) as object), outcomes: [] }),
	],
]
