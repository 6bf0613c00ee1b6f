import { BACKGROUND_MAX } from '#domain/policies.ts'
import {
	addCandidate,
	addElection,
	addPolicy,
	addQuiz,
	type Cells,
	type ElectionDraft,
	nameOf,
	type Place,
	type Reading,
	refusalOf,
} from './drafts.ts'

/** Statements with the positions of candidates or parties, as other voting advice applications publish them. */
export interface StatementSet {
	readonly election: { readonly record: Cells; readonly place: Place; readonly note?: string }
	readonly candidates: readonly { readonly record: Cells; readonly place: Place }[]
	readonly statements: readonly ForeignStatement[]
}

export interface ForeignStatement {
	readonly record: Cells
	readonly place: Place
	readonly positions: readonly ForeignPosition[]
	/** Neutral explanation. A long one is left out with a note. */
	readonly background?: string
	readonly problem?: { readonly field: string; readonly reason: string }
}

export interface ForeignPosition extends Cells {
	readonly candidate: string
	readonly value: number
}

export const addressOf = (
	url: string | null | undefined,
	title?: string | null,
): { readonly url?: string; readonly source?: string } => {
	const address = (url ?? '').trim()
	const isWeb = /^https?:\/\/\S+$/i.test(address)
	const source = [title ?? '', isWeb ? '' : address].filter((part) => part !== '').join(', ')
	return { ...(isWeb && { url: address }), ...(source !== '' && { source }) }
}

const UNSORTED = { category: 'GOVERNANCE', validationStatus: 'NEEDS_REVIEW' } as const

/** Sorts a statement without a category under governance, for review. */
export const withCategory = (
	record: Cells,
): { readonly record: Cells; readonly note: { readonly note?: string } } => {
	const { category, ...rest } = record
	if (category !== undefined && category !== null) return { record, note: {} }
	return { record: { ...rest, ...UNSORTED }, note: { note: 'has no category, so it needs review' } }
}

const SOURCE_MAX = 2000

export const sourceOf = (...parts: readonly unknown[]): string | null =>
	parts
		.filter((part) => typeof part === 'string' && part !== '')
		.join(', ')
		.slice(0, SOURCE_MAX) || null

const SILENT = { uncompared: true, note: 'has no position, so they are in no quiz' } as const

/** Uses the only election of the other files if this one has no day: many formats have none. */
const electionFor = (
	reading: Reading,
	{ election: { record: given, place, note } }: StatementSet,
): { readonly election: ElectionDraft; readonly isNew: boolean } => {
	const record = Object.fromEntries(
		Object.entries(given).filter(([, value]) => value !== undefined && value !== ''),
	)
	const hasDay = Object.hasOwn(record, 'electionDate')
	const [only, another] = reading.elections.filter(
		({ value, reference }) => value !== null || reference !== undefined,
	)
	if (!hasDay && only !== undefined && another === undefined) {
		return { election: only, isNew: false }
	}
	if (!hasDay) {
		const message = 'has no election day: add an election.csv with the name and the day'
		reading.notes.push({ file: place.file, line: place.line, message })
	}
	const extra = { matched: true, ...(note !== undefined && { note }) }
	return { election: addElection(reading, record, place, extra), isNew: true }
}

const addPeople = (reading: Reading, election: ElectionDraft, set: StatementSet): void => {
	const known = new Set(
		set.statements.flatMap(({ positions }) => positions.map(({ candidate }) => candidate)),
	)
	const listed = new Set(election.candidates.map(({ name, value }) => value?.name ?? name))
	for (const { record, place } of set.candidates) {
		const name = String(record.name)
		if (listed.has(name)) continue
		if (!reading.take(place, 'candidate')) return
		addCandidate(reading, election, record, place, {
			matched: true,
			...(!known.has(name) && SILENT),
		})
	}
}

const addStatements = async (
	reading: Reading,
	election: ElectionDraft,
	statements: readonly ForeignStatement[],
): Promise<void> => {
	for (const { record: given, place, positions, problem, background = '' } of statements) {
		if (!reading.take(place, 'policy', 1 + positions.length)) return
		const fits = background !== '' && background.length <= BACKGROUND_MAX
		const { record, note } = withCategory({ ...given, positions, ...(fits && { background }) })
		if (background !== '' && !fits) {
			const message = `Left out: the explanation of “${nameOf(record)}” has more than ${BACKGROUND_MAX} characters`
			reading.notes.push({ file: place.file, line: place.line, message })
		}
		if (problem === undefined) addPolicy(reading, election, record, { of: null, place, ...note })
		else {
			const draft = { place, name: nameOf(record), raw: { election: election.name, ...record } }
			reading.refused.push(refusalOf(draft, 'policy', problem.reason, problem.field))
		}
		await reading.breathe()
	}
}

/** Adds one election with its candidates, statements, and a quiz of all candidates with a position. */
export const addStatementSet = async (reading: Reading, set: StatementSet): Promise<void> => {
	const { place } = set.election
	if (!reading.take(place, 'election')) return
	const { election, isNew } = electionFor(reading, set)
	addPeople(reading, election, set)
	await addStatements(reading, election, set.statements)
	const hasQuiz = election.quizzes.length > 0
	if (isNew && election.value === null) return
	if (!hasQuiz && reading.take(place, 'quiz')) {
		const name = set.election.record.name ?? election.value?.name ?? election.name
		addQuiz(reading, election, { name, quizType: 'SCALE' }, place, { matched: true })
	}
}

const POSITION_VALUES: readonly number[] = [-2, -1, 0, 1, 2]

export interface PositionScale {
	/** Position of -2 to 2, or null if the figure is between two or beyond. */
	readonly read: (figure: number) => number | null
	readonly note: string | null
}

const valid = (value: number): number | null => (POSITION_VALUES.includes(value) ? value : null)

/**
 * Detects the scale of foreign figures: 1 to 5 if any is 3 or more, -1 to 1 if none is beyond, else -2 to 2. A statement
 * needs a candidate who agrees fully, so another reading could import nothing.
 */
export const scaleOf = (figures: readonly number[]): PositionScale => {
	if (figures.some((figure) => figure >= 3)) {
		return {
			read: (figure) => valid(figure - 3),
			note: 'Values 1 to 5 are read as -2 to 2',
		}
	}
	if (figures.every((figure) => Math.abs(figure) <= 1) && figures.some((figure) => figure !== 0)) {
		return { read: (figure) => valid(figure * 2), note: 'Values -1, 0, 1 are read as -2, 0, 2' }
	}
	return { read: valid, note: null }
}
