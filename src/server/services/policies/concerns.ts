import { setImmediate as breathe } from 'node:timers/promises'
import { and, asc, eq, exists, gt, inArray, sql } from 'drizzle-orm'
import type { Attention } from '#contract/admin/overview.ts'
import type { QuizPreview } from '#contract/admin/quizzes.ts'
import {
	BACKGROUND_CONCERNS,
	type Finding,
	type Named,
	namedIn,
	neutrality,
} from '#domain/extraction/neutrality.ts'
import type { Db } from '../../db/open.ts'
import { candidateElections, candidates, elections, policies } from '../../db/schema.ts'
import type { Override } from '../../db/schema-catalogue.ts'
import { notDeleted } from '../admin-shared/change.ts'
import { namedBy } from '../candidates/opponents.ts'

/** Statements checked before yielding to the event loop, about ten milliseconds of work. */
const AT_ONCE = 100
const PAGE = 1000

interface Stated {
	readonly id: string
	readonly candidateId: string
	readonly name: string
	readonly party: string | null
	readonly text: string
	readonly background: string | null
	readonly backgroundSource: string | null
	readonly override: Override | null
}

interface Concerned extends Stated {
	readonly findings: readonly FieldFinding[]
	readonly names: readonly string[]
}

interface FieldFinding extends Finding {
	readonly field: 'text' | 'background'
}

/** Words of a background's source in which names are looked for. Those of an address are capitalized, as names are. */
export const sourceWords = (source: string | null | undefined): string =>
	/^https?:/i.test(source ?? '')
		? (source ?? '').replaceAll(
				/(\p{L})(\p{L}*)[^\p{L}]*/gu,
				(_, first: string, rest: string) => `${first.toUpperCase()}${rest} `,
			)
		: (source ?? '')

/** Finds what is not neutral in a statement and its background, and names in the background's source. */
export const findingsOf = (
	{ text, background, backgroundSource }: Pick<Stated, 'text' | 'background' | 'backgroundSource'>,
	named: Named,
): FieldFinding[] => {
	const { names, others, parties } = named
	const ofText = neutrality(text, names, others, parties)
	const ofBackground = neutrality(background ?? '', names, others, parties).filter(({ concern }) =>
		BACKGROUND_CONCERNS.includes(concern),
	)
	return [
		...ofText.map((each) => ({ ...each, field: 'text' as const })),
		...[...ofBackground, ...namedIn(sourceWords(backgroundSource), named)].map((each) => ({
			...each,
			field: 'background' as const,
		})),
	]
}

/** Filters statements that are not neutral, ignoring names that an administrator allowed. */
const concernedOf = async (
	statements: readonly Stated[],
	named: (owner: Stated) => Named,
): Promise<Concerned[]> => {
	const found: Concerned[] = []
	for (const [index, statement] of statements.entries()) {
		if (index % AT_ONCE === AT_ONCE - 1) await breathe()
		const { override } = statement
		const open = findingsOf(statement, named(statement)).filter(
			({ concern, words }) => concern !== 'name' || !override?.names.includes(words),
		)
		if (open.length === 0) continue
		const words = open.filter(({ concern }) => concern === 'name').map((each) => each.words)
		found.push({ ...statement, findings: open, names: [...new Set(words)] })
	}
	return found
}

const columns = {
	id: policies.id,
	candidateId: policies.candidateId,
	name: candidates.name,
	party: candidates.party,
	text: policies.text,
	background: policies.background,
	backgroundSource: policies.backgroundSource,
	override: policies.override,
}
const isValidated = and(
	eq(policies.validationStatus, 'VALIDATED'),
	notDeleted(policies),
	notDeleted(candidates),
)

export const findConcerned = async (
	db: Db,
	candidateIds: readonly string[],
): Promise<readonly Concerned[]> => {
	if (candidateIds.length === 0) return []
	const statements = await db
		.select(columns)
		.from(policies)
		.innerJoin(candidates, eq(candidates.id, policies.candidateId))
		.where(and(isValidated, inArray(policies.candidateId, [...candidateIds])))
		.orderBy(asc(policies.createdAt), asc(policies.id))
	return concernedOf(statements, await namedBy(db, statements))
}

export const countNaming = (found: readonly Concerned[]): NonNullable<QuizPreview['concerns']> => ({
	count: found.length,
	naming: found
		.filter(({ names }) => names.length > 0)
		.map(({ text, name, names, findings }) => ({
			...{ text, candidate: name, names: [...names] },
			field: findings.find(({ concern }) => concern === 'name')?.field ?? 'text',
		})),
})

const FIELDS = ['text', 'background'] as const

type Listed = NonNullable<QuizPreview['content']>['concerns']

export const listConcerns = (found: readonly Concerned[]): Listed =>
	found.flatMap(({ id, text, candidateId, name, findings }) =>
		FIELDS.map((field) => ({ field, here: findings.filter((each) => each.field === field) }))
			.filter(({ here }) => here.length > 0)
			.map(({ field, here }) => ({
				...{ id, text, owner: { id: candidateId, name }, field },
				concerns: [...new Set(here.map(({ concern }) => concern))],
				words: [...new Set(here.map(({ words }) => words))],
			})),
	)

type CandidateConcerns = NonNullable<Attention['concerns']>['rows'][number]

const stateOf = async (db: Db): Promise<string> => {
	const sum = (table: typeof policies | typeof candidates | typeof elections) =>
		db.select({ state: sql<string>`concat(count(*), ':', sum(${table.revised}))` }).from(table)
	const [one, two, three, four] = [
		await sum(policies),
		await sum(candidates),
		await sum(elections),
		await db
			.select({
				state: sql<string>`concat(count(*), ':', sum(hashtext(${candidateElections.candidateId}::text || ${candidateElections.electionId})::bigint))`,
			})
			.from(candidateElections),
	]
	return [one, two, three, four].map(([row]) => row?.state).join(' ')
}

const countAll = async (db: Db): Promise<CandidateConcerns[]> => {
	const standing = db
		.select({ one: sql`1` })
		.from(candidateElections)
		.innerJoin(elections, eq(elections.id, candidateElections.electionId))
		.where(
			and(
				eq(candidateElections.candidateId, policies.candidateId),
				eq(elections.active, true),
				notDeleted(elections),
			),
		)
	const counts = new Map<string, CandidateConcerns>()
	for (let after = '00000000-0000-0000-0000-000000000000'; ; ) {
		const page = await db
			.select(columns)
			.from(policies)
			.innerJoin(candidates, eq(candidates.id, policies.candidateId))
			.where(and(isValidated, gt(policies.id, after), exists(standing)))
			.orderBy(asc(policies.id))
			.limit(PAGE)
		for (const { candidateId, name, names } of await concernedOf(page, await namedBy(db, page))) {
			const before = counts.get(candidateId) ?? { id: candidateId, name, count: 0, naming: 0 }
			const naming = before.naming + (names.length > 0 ? 1 : 0)
			counts.set(candidateId, { ...before, count: before.count + 1, naming })
		}
		if (page.length < PAGE) break
		after = page.at(-1)?.id ?? ''
	}
	return [...counts.values()].toSorted((a, b) => b.naming - a.naming || b.count - a.count)
}

/** Cached counts per database: tens of thousands of statements take a second to check. */
const counted = new WeakMap<Db, { readonly state: string; readonly rows: CandidateConcerns[] }>()

/** Counts validated but not neutral statements per candidate of active elections, most names first. */
export const countConcerns = async (db: Db): Promise<CandidateConcerns[]> => {
	const state = await stateOf(db)
	const known = counted.get(db)
	if (known?.state === state) return known.rows
	const rows = await countAll(db)
	counted.set(db, { state, rows })
	return rows
}
