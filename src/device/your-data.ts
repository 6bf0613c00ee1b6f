import type { DeviceHoldings } from '#contract/your-data.ts'
import { formulaOf } from '#domain/score.ts'
import { type GuardedContext, userKey, VISITOR } from './context.ts'
import type {
	LocalDb,
	OutboxEntry,
	StoredAttempt,
	StoredNotes,
	StoredResults,
	StoredTestSession,
} from './db.ts'
import { entriesOf } from './entries.ts'

export interface Holdings {
	readonly quizzes: number
	readonly unsentAnswers: number
	readonly unsent: number
	readonly refused: number
	/** Attempts with notes, which are on this device only. */
	readonly notes: number
	readonly knowledgeTests: number
}

export interface YourData {
	/** Includes the knowledge tests, which belong to the device. */
	read(): Promise<DeviceHoldings>
	count(): Promise<Holdings>
}

type Deed = DeviceHoldings['waiting'][number]
type DeviceAttempt = DeviceHoldings['attempts'][number]
type DeviceNotes = NonNullable<DeviceHoldings['notes']>[number]
type DeviceTest = DeviceHoldings['knowledgeTests'][number]

const moment = (ms: number | null | undefined): string | null =>
	typeof ms === 'number' ? new Date(ms).toISOString() : null

const toDeed = (entry: OutboxEntry): Deed => ({
	id: entry.id,
	belongsTo: entry.stream,
	what: entry.command,
	details: entry.args,
	tries: entry.tries,
	nextTryAt: moment(entry.notBefore),
	reason: entry.reason,
	refusedAt: moment(entry.refusedAt),
})

const toAttempt = (row: StoredAttempt, results: StoredResults | undefined): DeviceAttempt => ({
	id: row.id,
	serverId: row.serverId,
	quizId: row.compareQuizId,
	quizName: row.quizName,
	quizType: row.quizType,
	electionId: row.electionId,
	electionName: row.electionName,
	status: row.status,
	startedAt: row.startedAt,
	completedAt: row.completedAt,
	leftByReset: row.superseded,
	seed: row.seed,
	formula: formulaOf(row),
	statements: row.statements.map(({ policyId, candidateId, text, weight, positions }) => ({
		policyId,
		candidateId,
		text,
		weight,
		positions: positions ?? null,
	})),
	answers: Object.entries(row.answers).map(([policyId, value]) => ({ policyId, value })),
	selectedPolicyIds: row.selection && [...row.selection],
	results:
		results?.candidates.map(({ id, name, percentage, rank }) => ({
			candidateId: id,
			name,
			percentage,
			rank,
		})) ?? null,
})

const toNotes = ({ attemptId, choice, tieBreak, priorities }: StoredNotes): DeviceNotes => ({
	attemptId,
	choice: choice ?? null,
	tieBreak: (tieBreak?.statements ?? []).map(({ policyId, candidateId, text }) => ({
		...{ policyId, candidateId, text },
		value: tieBreak?.answers[policyId] ?? null,
	})),
	priorities: priorities ?? {},
})

const toTest = (session: StoredTestSession, unsent: readonly OutboxEntry[]): DeviceTest => {
	const texts = new Map(session.policies.map(({ policyId, text }) => [policyId, text]))
	return {
		id: session.id,
		candidates: [session.candidate1, session.candidate2].map(({ id, name }) => ({ id, name })),
		guesses: session.guesses.map((guess) => ({
			policyId: guess.policyId,
			policyText: texts.get(guess.policyId) ?? '',
			guessedCandidateId: guess.candidateId,
			responseTimeMs: guess.responseTimeMs,
			correct: guess.correct,
			gradedByServer: guess.settled,
			guessedAt: moment(guess.at),
		})),
		fetchedAt: new Date(session.fetchedAt).toISOString(),
		finishedAt: moment(session.finishedAt),
		feedbackGiven: session.feedbackGiven,
		told: session.ended ?? null,
		feedback: (session.feedback ?? []).map(({ text }) => text),
		unsent: unsent.map(toDeed),
	}
}

/** Leaves out spare sessions: they hold no personal data yet. */
const begunTests = (db: LocalDb): Promise<StoredTestSession[]> =>
	db.testSessions.filter(({ stage }) => stage !== 'spare').toArray()

const keptElections = async (db: LocalDb): Promise<string[]> => {
	const ids = await db.packs.filter(({ kept }) => kept).primaryKeys()
	const elections = await db.elections.bulkGet(ids)
	return elections.flatMap((election, index) => election?.name ?? ids[index] ?? [])
}

/** Reads the data held about a voter. Each read is one transaction, so that an export is consistent. */
export const createYourData = (deps: GuardedContext): YourData => {
	const { db, guard } = deps
	const own = [db.attempts, db.results, db.outbox, db.notes]
	const tables = [...own, db.packs, db.elections, db.testSessions]
	const together = <Value>(read: (userId: string) => Promise<Value>): Promise<Value> => {
		const userId = userKey(deps)
		return guard.run(() => db.transaction('r', tables, async () => read(userId)))
	}
	const inOrder = (userId: string): Promise<OutboxEntry[]> => entriesOf(db, userId).sortBy('seq')

	return {
		read: () =>
			together(async (userId) => {
				const attempts = await db.attempts.where({ userId }).toArray()
				const results = await db.results.bulkGet(attempts.map(({ id }) => id))
				const entries = await inOrder(userId)
				const inState = (state: OutboxEntry['state']): Deed[] =>
					entries.filter((entry) => entry.state === state).map(toDeed)
				const ofTests = await inOrder(VISITOR.key)
				const notes = await db.notes.where({ userId }).toArray()
				return {
					attempts: attempts.map((attempt, index) => toAttempt(attempt, results[index])),
					waiting: inState('waiting'),
					refused: inState('refused'),
					savedElections: await keptElections(db),
					notes: notes.map(toNotes),
					knowledgeTests: (await begunTests(db)).map((session) =>
						toTest(
							session,
							ofTests.filter(({ stream }) => stream === session.id),
						),
					),
				}
			}),
		count: () =>
			together(async (userId) => {
				const entries = [...(await inOrder(userId)), ...(await inOrder(VISITOR.key))]
				const waiting = entries.filter(({ state }) => state === 'waiting')
				const answers = waiting.filter(({ command }) =>
					/^(?:quiz\.interact|test\.guess)$/.test(command),
				)
				const attempts = db.attempts.where({ userId }).filter(({ superseded }) => !superseded)
				return {
					quizzes: await attempts.count(),
					unsentAnswers: answers.length,
					unsent: waiting.length,
					refused: entries.length - waiting.length,
					notes: await db.notes.where({ userId }).count(),
					knowledgeTests: (await begunTests(db)).length,
				}
			}),
	}
}
