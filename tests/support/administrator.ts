import { readFile } from 'node:fs/promises'

/** Bypasses the page. */
export type Send = <Reply = unknown>(method: string, path: string, body?: unknown) => Promise<Reply>

export const sendAs =
	(origin: string, token: string): Send =>
	async (method, path, body) => {
		const reply = await fetch(`${origin}/api${path}`, {
			method,
			headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
			...(body !== undefined && { body: JSON.stringify(body) }),
		})
		if (!reply.ok) throw new Error(`${method} ${path}: ${reply.status} ${await reply.text()}`)
		return reply.json()
	}

/** Uploads a logo. @returns its path. */
export const uploadPicture = async (send: Send): Promise<string> => {
	const image = await readFile('public/icons/any-192.png', 'base64')
	return (await send<{ logo: string }>('POST', '/admin/logos', { image })).logo
}

let made = 0

/** A unique name that a search for its last word finds alone. */
export const newName = (what: string): string =>
	`${what} ${process.pid}x${String(made++).padStart(4, '0')}`

export interface Made {
	readonly id: string
	readonly name: string
	readonly etag: string
}

/** Creates an election as another administrator. */
export const makeElection = (send: Send, fields: object = {}): Promise<Made> =>
	send('POST', '/elections', {
		name: newName('Election'),
		electionDate: '2031-11-04',
		jurisdiction: 'FEDERAL',
		...fields,
	})

/** Creates a candidate as another administrator. */
export const makeCandidate = (send: Send, fields: object = {}): Promise<Made> =>
	send('POST', '/candidates', {
		name: newName('Candidate'),
		website: 'https://candidate.example/',
		...fields,
	})

const policyOf = (candidate: number, index: number) => ({
	text: `Keep promise number ${index + 1} of list ${candidate + 1} for the whole country`,
	category: 'ECONOMY',
	validationStatus: 'VALIDATED',
})

interface Standing extends Made {
	readonly validatedCount: number
}

export interface Imported {
	readonly electionId: string
	readonly electionName: string
	readonly candidates: readonly Standing[]
}

/** Imports an election with `counts` validated policies per candidate. @param shared a statement of all candidates. */
export const importElection = async (
	send: Send,
	counts: readonly number[],
	shared?: string,
): Promise<Imported> => {
	const electionName = newName('Election')
	const candidates = counts.map((count, candidate) => {
		const name = newName('Candidate')
		const policies = Array.from({ length: count }, (_, index) => policyOf(candidate, index))
		const [first, ...rest] = policies
		return {
			name,
			website: 'https://candidate.example/',
			policies: shared && first ? [{ ...first, text: shared }, ...rest] : policies,
		}
	})
	const election = { name: electionName, electionDate: '2031-11-04', jurisdiction: 'FEDERAL' }
	const text = JSON.stringify({ election, candidates })
	const files = [{ name: 'election.json', text }]
	const report = await send<{ electionIds: string[] }>('POST', '/admin/imports', {
		files,
		dryRun: false,
	})
	const [electionId = ''] = report.electionIds
	const page = await send<{ rows: Standing[] }>('GET', `/admin/candidates?electionId=${electionId}`)
	return { electionId, electionName, candidates: page.rows }
}

/** Creates a quiz of all candidates of an election. */
export const makeQuiz = (
	send: Send,
	{ electionId, candidates }: Imported,
	fields: object = {},
): Promise<Made> =>
	send('POST', '/compare-quizzes', {
		name: newName('Quiz'),
		electionId,
		startDate: '2020-01-01',
		endDate: '2036-12-31',
		candidateIds: candidates.map(({ id }) => id),
		active: false,
		quizType: 'SCALE',
		...fields,
	})
