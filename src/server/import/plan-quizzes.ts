import { randomUUID } from 'node:crypto'
import { COMPARE_MIN_CANDIDATES } from '#domain/constants.ts'
import { dayOf } from '../time-zone.ts'
import type { ElectionDraft, PairDraft, QuizDraft } from './drafts.ts'
import type { QuizRow } from './existing.ts'
import type { People } from './plan-candidates.ts'
import type { PlannedElection } from './plan-election.ts'
import { type Opened, type Planning, refuse, settle, type Told, tell } from './planning.ts'

const QUIZ_YEARS = 10

const yearsLater = (moment: Date, years: number): Date => {
	const later = new Date(moment)
	later.setUTCFullYear(later.getUTCFullYear() + years)
	return later
}

/** The ids of people by reference; null where one of them is refused, so that the rest means nothing. */
const resolve = (
	planning: Planning,
	{ told, people, table }: { told: Told; people: People; table: 'quiz' | 'knowledgeTest' },
	references: readonly (readonly [field: string, reference: string])[],
): string[] | null => {
	const ids = references.map(([field, reference]) => {
		const person = people.find(reference)
		if (typeof person !== 'string') return person.id
		const reason = table === 'quiz' ? `${reference} ${person}` : person
		refuse(planning, table, told, { reason, field })
		return null
	})
	return ids.includes(null) ? null : [...new Set(ids.flatMap((id) => id ?? []))]
}

/** Changes who is compared. @returns whether that is anybody else than before. */
const compare = (
	{ existing, writes }: Planning,
	quizId: string,
	ids: readonly string[],
): boolean => {
	const before = existing.compared.get(quizId) ?? []
	const more = ids.filter((id) => !before.includes(id))
	const fewer = before.filter((id) => !ids.includes(id))
	for (const candidateId of more) writes.compared.push({ compareQuizId: quizId, candidateId })
	for (const candidateId of fewer) writes.uncompared.push({ compareQuizId: quizId, candidateId })
	return more.length + fewer.length > 0
}

const problemsOf = ({ startDate, endDate }: QuizRow, compared: number) => [
	...(startDate !== null && endDate !== null && startDate > endDate
		? [{ field: 'endDate', reason: 'End date must be after start date' }]
		: []),
	...(compared < COMPARE_MIN_CANDIDATES
		? [{ field: 'candidates', reason: 'At least 2 candidates are required for comparison' }]
		: []),
]

/** Why a quiz without an id is a second one of its name; null where it is not. */
const repetition = (
	planning: Planning,
	drafts: ElectionDraft,
	draft: QuizDraft,
	electionId: string,
): string | null => {
	if (draft.said?.id !== undefined) return null
	const first = drafts.quizzes.find((one) => one.name === draft.name)
	if (first !== undefined && first !== draft)
		return `is there twice: first in ${first.place.file}, line ${first.place.line}`
	const there = [...planning.existing.quizzes.values()].some(
		(row) =>
			row.electionId === electionId && row.deletedAt === null && row.name === draft.said?.name,
	)
	return there ? 'exists already; give its id to change it' : null
}

/** Whether a quiz compares others than before. */
const comparesOthers = ({ existing }: Planning, id: string, compared: readonly string[]): boolean =>
	existing.compared.get(id)?.toSorted().join() !== compared.toSorted().join()

/** What becomes of a quiz for voters that is made active. */
const activeNote = ({ startDate, endDate }: QuizRow, today: string): string => {
	if (endDate !== null && endDate < today)
		return `is active, but its end date ${endDate} has passed`
	const from = startDate !== null && startDate > today ? ` from ${startDate}` : ''
	return `will be active for voters${from}`
}

/** Notes that a quiz becomes active, or compares others while it is, so that its fairness is looked at. */
const open = (
	planning: Planning,
	{ before, after }: { readonly before: QuizRow | undefined; readonly after: QuizRow },
	{ compared, notes }: Pick<Opened, 'compared' | 'notes'>,
): void => {
	const { id, active, quizType } = after
	if (!active) {
		if (before === undefined) notes.push('is not active until an administrator activates it')
		return
	}
	if (before?.active && !comparesOthers(planning, id, compared)) return
	notes.push(
		before?.active
			? 'is active for voters, and compares others than before'
			: activeNote(after, dayOf(planning.now)),
	)
	planning.opened.push({ quizType, compared, notes })
}

interface Where {
	readonly drafts: ElectionDraft
	readonly election: PlannedElection
	readonly people: People
}

const planQuiz = (
	planning: Planning,
	draft: QuizDraft,
	{ drafts, election, people }: Where,
): void => {
	if (draft.said === null) return
	const { now, existing, writes } = planning
	const reason = repetition(planning, drafts, draft, election.id)
	if (reason !== null) {
		refuse(planning, 'quiz', draft, { reason })
		return
	}
	const { candidates: references, ...says } = draft.said
	const row = existing.quizzes.get(says.id ?? '')
	const fresh: QuizRow = {
		...{ id: randomUUID(), name: says.name, quizType: says.quizType, electionId: election.id },
		...{ startDate: dayOf(now), endDate: dayOf(yearsLater(now, QUIZ_YEARS)) },
		// Nobody has seen yet how fair it is: only a file that says so makes it active.
		active: false,
		...{ createdAt: now, revised: 1, deletedAt: null, deletedWith: null },
	}
	const named = references?.map((reference, index) => [`candidates.${index}`, reference] as const)
	const found = named && resolve(planning, { told: draft, people, table: 'quiz' }, named)
	// Somebody of them is refused: that is said already.
	if (found === null) return
	const before = row === undefined ? people.compared : (existing.compared.get(row.id) ?? [])
	const compared = found ?? before
	const notes: string[] = []
	const after = settle(planning, 'quiz', writes.quizzes, {
		...{ told: { ...draft, notes }, id: says.id, owner: drafts, row, fresh, says },
		foreign: ({ electionId }) => (electionId === election.id ? null : 'is of another election'),
		check: (whole) => problemsOf(whole, compared.length),
		beside: ({ id }) => (compare(planning, id, compared) ? ['candidates'] : []),
	})
	if (after !== null) open(planning, { before: row, after }, { compared, notes })
}

/** Plans the quizzes of an election. */
export const planQuizzes = async (planning: Planning, where: Where): Promise<void> => {
	for (const draft of where.drafts.quizzes) {
		await planning.breathe()
		planQuiz(planning, draft, where)
	}
}

/** Plans the pair of the knowledge test: one that is there is activated, and the others no longer are. */
export const planPair = (planning: Planning, draft: PairDraft, people: People): void => {
	if (draft.said === null) return
	const { candidate1, candidate2 } = draft.said
	const references = [
		['candidate1', candidate1],
		['candidate2', candidate2],
	] as const
	const ids = resolve(planning, { told: draft, people, table: 'knowledgeTest' }, references)
	if (ids === null) return
	const [candidate1Id, candidate2Id] = ids
	if (candidate1Id === undefined || candidate2Id === undefined) {
		const reason = 'must be another one'
		refuse(planning, 'knowledgeTest', draft, { reason, field: 'candidate2' })
		return
	}
	const there = planning.existing.pairs.find(
		(pair) => ids.includes(pair.candidate1Id) && ids.includes(pair.candidate2Id),
	)
	const name = `${candidate1} vs ${candidate2}`
	const changed = there === undefined || there.active ? [] : ['active']
	tell(planning, 'knowledgeTest', { ...draft, name }, { isNew: there === undefined, changed })
	if (there?.active) return
	planning.writes.pairs.push({ id: there?.id ?? null, candidate1Id, candidate2Id, name })
}
