import type { Db } from '../db/open.ts'
import type { YieldToEventLoop } from '../util.ts'
import type { ElectionDraft } from './drafts.ts'
import { loadExisting } from './existing.ts'
import { type PlannedElection, planCandidates, planElection } from './plan-elections.ts'
import { planPolicies } from './plan-policies.ts'
import { planPair, planQuizzes } from './plan-quizzes.ts'
import { type PlanContext, startPlanning } from './planning.ts'

const PARTS = ['candidates', 'policies', 'quizzes', 'pairs'] as const

const filesOf = (drafts: ElectionDraft): string[] => {
	const files = new Set([drafts.place.file])
	for (const part of PARTS) {
		for (const { place } of drafts[part]) files.add(place.file)
	}
	return [...files]
}

const planParts = async (
	planning: PlanContext,
	drafts: ElectionDraft,
	election: PlannedElection,
): Promise<void> => {
	const people = await planCandidates(planning, drafts, election)
	await planPolicies(planning, drafts, election, people)
	await planQuizzes(planning, { drafts, election, people })
	for (const pair of drafts.pairs) planPair(planning, pair, people)
	planning.writes.imported.push({ ...election, files: filesOf(drafts) })
}

interface How {
	readonly now: Date
	readonly breathe: YieldToEventLoop
	readonly lock: boolean
}

export const planImport = async (
	tx: Db,
	elections: readonly ElectionDraft[],
	{ now, ...how }: How,
): Promise<PlanContext> => {
	const planning = startPlanning(now, await loadExisting(tx, elections, how), how.breathe)
	for (const drafts of elections) {
		const election = planElection(planning, drafts)
		if (election !== null) await planParts(planning, drafts, election)
	}
	return planning
}
