import { expect, type Page } from 'playwright/test'
import type { DrivenPage } from '../engines/engine.ts'
import type { RegisteredVoter } from '../support/built-server.ts'
import { answerRest } from '../support/take-quiz.ts'
import { type ServerUnderTest, withoutBackgroundSync } from './fixtures.ts'
import { answering } from './quiz-page.ts'

const LABELS: Readonly<Record<string, Readonly<Record<number, string>>>> = {
	BINARY: { 0: 'Disagree', 1: 'Agree' },
	SCALE: {
		'-2': 'Strongly disagree',
		'-1': 'Disagree',
		0: 'Neutral',
		1: 'Agree',
		2: 'Strongly agree',
	},
}

interface EventRow {
	readonly attempt_id: string
	readonly quiz_type: string
	readonly statements: readonly { readonly policyId: string; readonly text: string }[]
	readonly kind: string
	readonly policy_id: string | null
	readonly value: number | null
	readonly applied: boolean
}

const eventOf = (row: EventRow): string => {
	const mark = row.applied ? '' : ' (changed nothing)'
	if (row.kind !== 'INTERACT') return row.kind + mark
	const statement = row.statements.find(({ policyId }) => policyId === row.policy_id)
	return `${LABELS[row.quiz_type]?.[row.value ?? Number.NaN]}: ${statement?.text}${mark}`
}

/**
 * Lists each attempt's events from the database in order: "START", "Agree: <statement>", "COMPLETE". Includes every row
 * ever written, so lost, duplicate or reordered events show.
 */
export const recordOf = async (
	{ db }: ServerUnderTest,
	{ username }: RegisteredVoter,
): Promise<string[][]> => {
	const { rows } = await db.query<EventRow>(
		`select e.attempt_id, a.quiz_type, a.statements, e.kind, e.policy_id, e.value, e.applied
		from attempt_events e
		join attempts a on a.id = e.attempt_id
		join users u on u.id = e.user_id
		where u.username = $1
		order by e.id`,
		[username],
	)
	const attempts = new Map<string, string[]>()
	for (const row of rows) {
		const events = attempts.get(row.attempt_id) ?? []
		attempts.set(row.attempt_id, [...events, eventOf(row)])
	}
	return [...attempts.values()]
}

/** Answers the next `count` statements. @returns the events in the format of {@link recordOf}. */
export const answerNext = async (page: DrivenPage, count: number): Promise<string[]> => {
	const events: string[] = []
	for (let index = 0; index < count; index++) {
		const label = index % 3 === 1 ? 'Disagree' : 'Agree'
		const button = page.getByRole('button', { name: label, exact: true })
		events.push(`${label}: ${await answering(page, () => button.click())}`)
	}
	return events
}

/** Agrees to the rest of the voter's only attempt, except the last `leave`, as on another device. @returns the events. */
export const agreeElsewhere = async (
	{ origin }: ServerUnderTest,
	voter: RegisteredVoter,
	leave: number,
): Promise<string[]> =>
	[...(await answerRest(origin, voter, leave)).keys()].map((text) => `Agree: ${text}`)

/**
 * Makes every backoff in pages opened afterward as short as possible, one second. The worker has its own
 * backoff, so it is disabled.
 */
export const shortenBackoff = async (page: Page): Promise<void> => {
	await withoutBackgroundSync(page)
	await page.addInitScript(() => {
		Math.random = () => 0
	})
}

/** Number of queued commands, read directly from IndexedDB. */
export const unsent = (page: DrivenPage): Promise<number> =>
	page.evaluate(
		() =>
			new Promise<number>((resolve, reject) => {
				const opening = indexedDB.open('evenhand')
				opening.onerror = () => reject(opening.error)
				opening.onsuccess = () => {
					const db = opening.result
					const counting = db.transaction('outbox').objectStore('outbox').count()
					counting.onerror = () => reject(counting.error)
					counting.onsuccess = () => {
						db.close()
						resolve(counting.result)
					}
				}
			}),
	)

/** Delays every queued command by five minutes, the longest backoff. */
export const postponeAll = (page: DrivenPage): Promise<void> =>
	page.evaluate(
		() =>
			new Promise<void>((resolve, reject) => {
				const waitMs = 300_000
				const opening = indexedDB.open('evenhand')
				opening.onerror = () => reject(opening.error)
				opening.onsuccess = () => {
					const db = opening.result
					const transaction = db.transaction('outbox', 'readwrite')
					transaction.onabort = () => reject(transaction.error)
					transaction.oncomplete = () => {
						db.close()
						resolve()
					}
					const reading = transaction.objectStore('outbox').openCursor()
					reading.onsuccess = () => {
						const cursor = reading.result
						if (cursor === null) return
						cursor.update({ ...cursor.value, waitMs, notBefore: Date.now() + waitMs })
						cursor.continue()
					}
				}
			}),
	)

/** Local and server id of the only attempt, read directly from IndexedDB. */
export const attemptIds = (page: DrivenPage): Promise<(string | null)[]> =>
	page.evaluate(
		() =>
			new Promise((resolve) => {
				const opening = indexedDB.open('evenhand')
				opening.onsuccess = () => {
					const db = opening.result
					const all = db.transaction('attempts').objectStore('attempts').getAll()
					all.onsuccess = () => {
						db.close()
						resolve(all.result.flatMap(({ id, serverId }) => [id, serverId]))
					}
				}
			}),
	)

export const untilSent = (page: DrivenPage, timeout = 30_000): Promise<void> =>
	expect
		.poll(() => unsent(page), { timeout, intervals: [50, 100, 200], message: 'commands not sent' })
		.toBe(0)
