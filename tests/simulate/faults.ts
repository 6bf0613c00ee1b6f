import {
	type Answered,
	type Backend,
	keysOf,
	operationsOf,
	type Sent,
	type SentOperation,
} from './backend.ts'
import type { World } from './world.ts'

export const REQUEST_FAULTS = [
	'request dropped',
	'reply dropped',
	'delivered twice',
	'late duplicate',
	'500 before',
	'500 after',
	'429',
	'503',
	'409 in flight',
	'401',
	'426',
	'captive portal',
	'wrong JSON',
	'hangs',
	'refused',
] as const
export type RequestFault = (typeof REQUEST_FAULTS)[number]

/** Faults of a read, except those that affect the model's sign-in or an entry. */
export const READ_FAULTS = REQUEST_FAULTS.filter((name) => name !== 'refused' && name !== '401')

/** Carries out a call. @returns its response, or null for none. */
export type Carried = () => Promise<Response | null>

const TEST_COMMANDS: Readonly<Record<string, string>> = {
	'submit-guess': 'test.guess',
	batch: 'test.batch',
	complete: 'test.complete',
	feedback: 'test.feedback',
}

/** Command of a call. Starting a test session counts as a read. */
export const commandOf = ({ path, body }: Pick<Sent, 'path' | 'body'>): string => {
	const test = /^\/policy-knowledge-test\/([\w-]+)$/.exec(path)?.[1]
	if (test !== undefined) return TEST_COMMANDS[test] ?? 'quiz.read'
	if (body?.interactionType === 'SKIP') return 'quiz.skip'
	const operations = path.includes('/batch') ? body?.operations : undefined
	const parts = Array.isArray(operations) ? operations : [body]
	if (parts.some((part) => part?.unanswered === true)) return 'quiz.finish'
	return `quiz.${/^\/v2\/quiz\/(start|interact|complete|reset|batch)\//.exec(path)?.[1] ?? 'read'}`
}

const problem = (status: number, headers: Record<string, string> = {}): Response =>
	Response.json({ message: `status ${status}` }, { status, headers })

const reply = ({ status, body }: Answered): Response => Response.json(body, { status })

const FINAL = [400, 404, 409, 410, 413, 422] as const

const PORTAL = '<p>Welcome</p>'

/** Carries out a batch except for one operation, which is refused permanently. */
const refuseOne = async (
	world: World,
	server: Backend,
	sent: Sent,
	operations: readonly SentOperation[],
): Promise<Answered> => {
	const index = world.below(operations.length)
	const others = operations.filter((_, other) => other !== index)
	const answered = await world.busy(
		server.handle({ ...sent, body: { ...sent.body, operations: others } }),
	)
	const { outcomes, ...rest } = answered.body as { outcomes?: readonly object[] }
	const [refused] = operations.slice(index)
	// The batch failed otherwise, or the server did not reach this operation.
	if (outcomes === undefined || outcomes.length < index || !refused) return answered
	server.refuse({ ...sent, key: refused.key })
	const outcome = { status: world.pick(FINAL), message: '' }
	return { status: 200, body: { ...rest, outcomes: outcomes.toSpliced(index, 0, outcome) } }
}

/** Prepares a call that meets `fault`, or none. */
export const carry = (
	world: World,
	server: Backend,
	sent: Sent,
	fault: RequestFault | null,
): Carried => {
	const apply = async (copy = false): Promise<Answered> => {
		const answered = await world.busy(server.handle({ ...sent, copy }))
		world.log(`  server ${commandOf(sent)} ${sent.key?.slice(0, 8)} -> ${answered.status}`)
		return answered
	}
	const answerWith = (response: () => Response) => async () => response()
	const busy = (status: number) =>
		answerWith(() => problem(status, { 'retry-after': String(1 + world.below(90)) }))
	const applied = (response: Response | null) => async () => {
		await apply()
		server.forgetKey(sent)
		return response
	}
	const faults: Record<RequestFault, () => Carried> = {
		'request dropped': () => async () => null,
		'reply dropped': () => applied(null),
		'delivered twice': () => async () => {
			await apply()
			return reply(await apply())
		},
		'late duplicate': () => async () => {
			world.after(2000 + world.below(120_000), null, () => void apply(true))
			return reply(await apply())
		},
		'500 before': () => answerWith(() => problem(500)),
		'500 after': () => applied(problem(500)),
		'429': () => busy(429),
		'503': () => busy(503),
		'409 in flight': () => answerWith(() => problem(409, { 'retry-after': '1' })),
		'401': () =>
			answerWith(() => {
				server.revoke(sent.token)
				return problem(401)
			}),
		'426': () => answerWith(() => problem(426)),
		'captive portal': () =>
			answerWith(() => new Response(PORTAL, { headers: { 'content-type': 'text/html' } })),
		'wrong JSON': () => answerWith(() => Response.json({ hello: 'world' })),
		hangs: () => (world.oneIn(2) ? applied(null) : async () => null),
		refused: () => async () => {
			const done = await world.busy(server.effects())
			// A server never refuses what it has already applied.
			const keys = new Set(keysOf(sent))
			if (done.some(({ key }) => keys.has(key))) return reply(await apply())
			const operations = operationsOf(sent)
			if (operations && world.oneIn(2))
				return reply(await refuseOne(world, server, sent, operations))
			// Refusing a batch does not refuse its operations.
			if (operations === null) server.refuse(sent)
			return problem(world.pick(FINAL))
		},
	}
	return fault === null ? async () => reply(await apply()) : faults[fault]()
}
