import type { Page } from 'playwright'
import type { LocalTables, StoredAttempt, StoredElection } from '#device/db.ts'
import { JURISDICTIONS } from '#domain/types.ts'

// More rows than any real device has.

const OFFICES = [
	'Mayor',
	'Governor',
	'Sheriff',
	'Council',
	'Senate',
	'Assembly',
	'Judge',
	'Auditor',
]
const PLACES = [
	'Springfield',
	'São Paulo',
	'Riverside',
	'Córdoba',
	'Franklin',
	'Greenville',
	'Salem',
]
const STATES = ['Texas', 'Ohio', 'Oregon', 'Nevada', 'Maine', 'Utah', 'Iowa', 'Idaho', 'Kansas']

const cycled = <Value>(values: readonly Value[], index: number): Value =>
	values[index % values.length] as Value

/** Active elections with numbered names. */
export const manyElections = (count: number): StoredElection[] =>
	Array.from({ length: count }, (_, index) => ({
		id: `election-${index}`,
		name: `${cycled(OFFICES, index)} of ${cycled(PLACES, index)} No. ${index}`,
		electionDate: `19${String(10 + (index % 90))}-11-0${1 + (index % 9)}`,
		jurisdiction: cycled(JURISDICTIONS, index),
		state: cycled(STATES, index),
		county: `County ${index % 250}`,
		city: cycled(PLACES, index),
		zipCode: null,
		active: true,
	}))

/** Attempts from the history, one per minute from newest to oldest. Every third is in progress. */
export const manyAttempts = (userId: string, count: number): StoredAttempt[] =>
	Array.from({ length: count }, (_, index) => {
		const startedAt = new Date(Date.UTC(2026, 0, 1) - index * 60_000).toISOString()
		const completed = index % 3 !== 0
		return {
			id: `attempt-${index}`,
			serverId: `server-${index}`,
			userId,
			compareQuizId: `quiz-${index}`,
			electionId: `election-${index}`,
			quizName: `${cycled(OFFICES, index)} of ${cycled(PLACES, index)}: quiz No. ${index}`,
			electionName: `${cycled(STATES, index)}, general election of ${1900 + (index % 100)}`,
			quizType: cycled(['SCALE', 'BINARY', 'POLICY_PICK'], index),
			status: completed ? 'COMPLETED' : 'IN_PROGRESS',
			seed: `seed-${index}`,
			statements: [],
			candidateIds: [],
			answers: {},
			selection: null,
			startedAt,
			completedAt: completed ? startedAt : null,
			settled: 0,
			superseded: false,
			reported: completed
				? { answered: 40, total: 40, percentage: 100 }
				: { answered: 10, total: 40, percentage: 25 },
		}
	})

/** A POLICY_PICK attempt of `count` statements, started on this device and not yet sent. */
export const bigPick = (userId: string, count: number): StoredAttempt => ({
	...(manyAttempts(userId, 1)[0] as StoredAttempt),
	id: 'big-pick',
	serverId: null,
	quizType: 'POLICY_PICK',
	status: 'IN_PROGRESS',
	reported: null,
	candidateIds: ['c0', 'c1', 'c2'],
	statements: Array.from({ length: count }, (_, index) => ({
		policyId: `policy-${index}`,
		candidateId: `c${index % 3}`,
		text: `Statement No. ${index}: ${'build schools, roads and bridges, and pay for them. '.repeat(1 + (index % 3))}`,
		weight: 1,
		importance: index % 4 === 0 ? 1.5 : 1,
		clarity: index % 5 === 0 ? 6 : 9,
	})),
})

type Rows = { readonly [Name in keyof LocalTables]?: readonly unknown[] }

/** Replaces rows of the app's IndexedDB. Pages opened afterward show them. */
export const seedStore = (page: Page, rows: Rows): Promise<void> =>
	// As text, which a browser reads ten times faster than Playwright's arguments.
	page.evaluate(async (text) => {
		const all = JSON.parse(text) as Rows
		const db = await new Promise<IDBDatabase>((resolve, reject) => {
			const opening = indexedDB.open('evenhand')
			opening.onsuccess = () => resolve(opening.result)
			opening.onerror = () => reject(opening.error)
		})
		const writing = db.transaction(Object.keys(all), 'readwrite')
		for (const [table, each = []] of Object.entries(all)) {
			// Rows of `fetched` let the app detect that the browser has deleted its database.
			if (table !== 'fetched') writing.objectStore(table).clear()
			for (const row of each) writing.objectStore(table).put(row)
		}
		await new Promise<void>((resolve, reject) => {
			writing.oncomplete = () => resolve()
			writing.onerror = () => reject(writing.error)
		})
		db.close()
	}, JSON.stringify(rows))

/** User key of the voter signed in on a page. */
export const voterKey = (page: Page): Promise<string> =>
	page.evaluate(() => {
		const user = JSON.parse(localStorage.getItem('userData') ?? '{}') as { id?: string | number }
		return String(user.id ?? '')
	})

/** Marks the active elections as fresh, so that the app does not fetch them. */
export const electionsRead = { key: 'elections/active', at: Date.now() }
