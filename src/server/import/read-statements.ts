import * as v from 'valibot'
import { JURISDICTIONS } from '#domain/types.ts'
import {
	addCandidate,
	addElection,
	addPolicy,
	addQuiz,
	type CandidateDraft,
	checkRecord,
	type ElectionDraft,
	nameOf,
	type Reading,
	refusalOf,
} from './drafts.ts'
import type { Located } from './locate-json.ts'
import { type At, placesIn } from './read-json.ts'

const position = v.pipe(
	v.number('must be a number'),
	v.minValue(-2, 'must be at least -2'),
	v.maxValue(2, 'must be at most 2'),
)
const optionalText = v.nullish(v.string('must be a text'))

/**
 * Export of another voting advice application: statements with positions by party or candidate name. A position above 0
 * means agreement. Other fields are ignored.
 */
const StatementsFile = v.looseObject({
	election: v.looseObject({
		name: v.unknown(),
		date: v.optional(v.unknown()),
		electionDate: v.optional(v.unknown()),
		jurisdiction: v.optional(v.unknown()),
		source: optionalText,
		licence: optionalText,
	}),
	candidates: v.array(v.looseObject({ name: v.unknown() }), 'must be a list'),
	statements: v.array(
		v.looseObject({
			text: v.unknown(),
			title: optionalText,
			category: v.optional(v.unknown()),
			positions: v.record(v.string(), position),
		}),
		'must be a list',
	),
})
type StatementsFile = v.InferOutput<typeof StatementsFile>
type Statement = StatementsFile['statements'][number]

export const hasStatements = (value: unknown): boolean =>
	typeof value === 'object' && value !== null && 'statements' in value

const UNSORTED = { category: 'GOVERNANCE', validationStatus: 'NEEDS_REVIEW' } as const
const SOURCE_MAX = 2000

const sourceOf = ({ source, licence }: StatementsFile['election'], { title }: Statement) =>
	[title, source, licence].filter(Boolean).join(', ').slice(0, SOURCE_MAX) || null

const readElection = (reading: Reading, { election }: StatementsFile, at: At): ElectionDraft => {
	const { name, date, electionDate, jurisdiction, state, county, city, zipCode } = election
	const known = JURISDICTIONS.some((one) => one === jurisdiction)
	const place = Object.fromEntries(
		Object.entries({ state, county, city, zipCode }).filter(([, part]) => part !== undefined),
	)
	const record = {
		name,
		electionDate: electionDate ?? date,
		jurisdiction: known ? jurisdiction : 'FEDERAL',
		...place,
	}
	const note = known ? undefined : 'taken as FEDERAL, because its jurisdiction is none of ours'
	return addElection(reading, record, at('election'), { ...(note !== undefined && { note }) })
}

const readCandidates = (
	reading: Reading,
	election: ElectionDraft,
	{ candidates, statements }: StatementsFile,
	at: At,
): ReadonlyMap<string, CandidateDraft> => {
	const byName = new Map<string, CandidateDraft>()
	for (const [index, { name, party, website, logo }] of candidates.entries()) {
		const place = at('candidates', index)
		if (!reading.take(place, 'candidate')) break
		const fields = Object.entries({ name, party, website, logo })
		const record = Object.fromEntries(fields.filter(([, value]) => value !== undefined))
		const agrees = statements.some(({ positions }) => (positions[String(name)] ?? 0) > 0)
		const silent = { uncompared: true, note: 'agrees with no statement, so no quiz compares them' }
		const draft = addCandidate(reading, election, record, place, agrees ? {} : silent)
		byName.set(String(name), draft)
	}
	return byName
}

const refuseUnknown = (
	reading: Reading,
	{ positions, ...statement }: Statement,
	byName: ReadonlyMap<string, CandidateDraft>,
	{ place, election }: { readonly place: ReturnType<At>; readonly election: string },
): void => {
	for (const name of Object.keys(positions)) {
		if (byName.has(name)) continue
		const { text, category } = statement
		const raw = { election, candidate: name, text, category }
		const draft = { place, name: nameOf(statement), raw }
		const reason = 'is the position of nobody among the candidates'
		reading.refused.push(refusalOf(draft, 'policy', reason, `positions.${name}`))
	}
}

const readPolicies = async (
	reading: Reading,
	election: ElectionDraft,
	{
		file,
		byName,
		at,
	}: { file: StatementsFile; byName: ReadonlyMap<string, CandidateDraft>; at: At },
): Promise<void> => {
	for (const [index, statement] of file.statements.entries()) {
		const place = at('statements', index)
		refuseUnknown(reading, statement, byName, { place, election: election.name })
		const { text, category = null } = statement
		const sorted = category === null ? UNSORTED : { category }
		const policy = { text, ...sorted, source: sourceOf(file.election, statement) }
		const note = category === null ? { note: 'has no category: to be reviewed' } : {}
		for (const [name, of] of byName) {
			if ((statement.positions[name] ?? 0) <= 0) continue
			if (!reading.take(place, 'policy')) return
			addPolicy(reading, election, policy, { of, place, ...note })
			await reading.breathe()
		}
	}
}

/** Reads a statements file as one election with one quiz of all candidates who agree with something. */
export const readStatementsFile = async (
	reading: Reading,
	name: string,
	located: Located,
): Promise<void> => {
	const at = placesIn(name, located)
	const form = { schema: StatementsFile, table: 'file' } as const
	const { value: file } = checkRecord(reading, form, located.value, at())
	if (file === null || !reading.take(at('election'), 'election')) return
	const election = readElection(reading, file, at)
	const byName = readCandidates(reading, election, file, at)
	await readPolicies(reading, election, { file, byName, at })
	const quiz = { name: file.election.name, quizType: 'SCALE' }
	if (election.value !== null && reading.take(at('election'), 'quiz')) {
		addQuiz(reading, election, quiz, at('election'))
	}
}
