import type { Page } from 'playwright/test'
import { type Made, newName, type Send } from './admin-page.ts'

/** A policy of a file for an import. */
const policyOf = (candidate: string, index: number) => ({
	text: `${candidate} will keep promise number ${index + 1} for the whole country`,
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

/** An election whose candidates have so many validated policies each, imported by another administrator. @param shared a statement of all of them. */
export const importElection = async (
	send: Send,
	counts: readonly number[],
	shared?: string,
): Promise<Imported> => {
	const electionName = newName('Election')
	const candidates = counts.map((count) => {
		const name = newName('Candidate')
		const policies = Array.from({ length: count }, (_, index) => policyOf(name, index))
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

/** A quiz that compares all candidates of an election, made by another administrator. */
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

/** Cuts the connection once every part of the page has come: what is missing then are data. */
export const cutOff = async (page: Page): Promise<void> => {
	await page.waitForLoadState('networkidle')
	await page.context().setOffline(true)
}
