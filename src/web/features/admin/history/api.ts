import { manageCandidates } from '#contract/admin/candidates.ts'
import { manageElections } from '#contract/admin/elections.ts'
import type { PageOf } from '#contract/admin/fields.ts'
import { type Change, HISTORY_NOUNS, type HistoryNoun, history } from '#contract/admin/overview.ts'
import { managePolicies } from '#contract/admin/policies.ts'
import { managePositions } from '#contract/admin/positions.ts'
import { manageQuizzes } from '#contract/admin/quizzes.ts'
import { manageUsers } from '#contract/admin/users.ts'
import type { Result } from '#domain/types.ts'
import type { Failure } from '#http/failure.ts'
import { call, uuid } from '#web/app/api.ts'
import { capabilities } from '#web/app/capabilities.ts'
import { common } from '#web/texts/en/admin/common.ts'
import { history as texts } from '#web/texts/en/admin/history.ts'
import { categoryName } from '#web/texts/en/admin/policies.ts'
import { minuteText } from '#web/ui/format.ts'
import { given } from '../kit/queries.ts'

export interface FieldChange {
	readonly name: string
	readonly before: string
	readonly after: string
	readonly differs: boolean
}

const isNoun = (text: string): text is HistoryNoun => HISTORY_NOUNS.some((noun) => noun === text)

export const nounOf = ({ action }: Pick<Change, 'action'>): HistoryNoun | null => {
	const [noun = ''] = action.split('.')
	return isNoun(noun) ? noun : null
}

/** Readable field name: "electionDate" becomes "Election date", "candidateIds" becomes "Candidates". */
export const fieldName = (name: string): string => {
	const words = name
		.replace(/Ids$/, 's')
		.replace(/(?<=.)Id$/, '')
		.replace(/([a-z0-9])([A-Z])/g, '$1 $2')
		.replace(/[_-]+/g, ' ')
		.toLowerCase()
		.trim()
	return words.charAt(0).toUpperCase() + words.slice(1)
}

const verbs: Readonly<Record<string, string>> = texts.verbs
const actions: Readonly<Record<string, string>> = texts.actions

/** Display name of the changed record; for a category its name instead of its code. */
export const nameOf = (change: Pick<Change, 'action' | 'name'>): string | null => {
	const { name } = change
	return name && nounOf(change) === 'category' ? categoryName(name) : name
}

export const actorText = ({ actor, by }: Pick<Change, 'actor' | 'by'>): string =>
	actor?.username ?? texts.nobody[by ?? 'unknown']

/** Describes a change: "changed the election “Texas 2026”". */
export const actionText = (change: Pick<Change, 'action' | 'name'>): string => {
	if (Object.hasOwn(actions, change.action)) return actions[change.action] ?? ''
	const [raw = '', ...rest] = change.action.split('.')
	const noun = isNoun(raw) ? texts.noun1[raw] : fieldName(raw).toLowerCase()
	const verb = rest.join('.')
	const known = Object.hasOwn(verbs, verb) ? verbs[verb] : undefined
	const said = known ?? texts.otherVerb(fieldName(verb).toLowerCase(), noun)
	return known === undefined ? said : texts.said(said, noun, nameOf(change) ?? '')
}

export const valueText = (value: unknown): string => {
	if (value === undefined || value === null || value === '') return texts.missing
	if (typeof value === 'boolean') return value ? common.yes : common.no
	if (Array.isArray(value)) {
		return value.length === 0 ? texts.missing : value.map(valueText).join(', ')
	}
	if (typeof value === 'object') {
		const parts = Object.entries(value).map(
			([name, inner]) => `${fieldName(name)}: ${valueText(inner)}`,
		)
		return parts.length === 0 ? texts.missing : parts.join('; ')
	}
	return String(value)
}

export const fieldChanges = ({
	before,
	after,
}: Pick<Change, 'before' | 'after'>): readonly FieldChange[] => {
	const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
	const changes = names.map((name) => {
		const [old, now] = [before?.[name], after?.[name]]
		return {
			name,
			before: valueText(old),
			after: valueText(now),
			differs: JSON.stringify(old ?? null) !== JSON.stringify(now ?? null),
		}
	})
	return [...changes.filter(({ differs }) => differs), ...changes.filter(({ differs }) => !differs)]
}

export const idsOf = (
	{ before, after }: Pick<Change, 'before' | 'after'>,
	field: RegExp,
): readonly string[] => {
	const found = [before, after].flatMap((snapshot) =>
		Object.entries(snapshot ?? {}).flatMap(([name, value]) => (field.test(name) ? [value] : [])),
	)
	const ids = found.flat().filter((id): id is string => typeof id === 'string' && id !== '')
	return [...new Set(ids)]
}

export interface HistoryFilter {
	readonly search?: string
	readonly noun?: HistoryNoun
	/** Include changes that people made to their own accounts. Default: administrators' changes only. */
	readonly by?: 'everybody'
	readonly target?: string
	readonly deleted?: 'true'
	/** Days (YYYY-MM-DD), inclusive. */
	readonly from?: string
	readonly to?: string
}

/** The filter as in the URL, with an unvalidated record type. */
export interface HistorySearch extends Omit<HistoryFilter, 'noun'> {
	readonly noun?: string
}

/** Parses a URL. Drops an unknown record type. */
export const filterOf = ({ noun, ...rest }: HistorySearch): HistoryFilter => {
	const known = HISTORY_NOUNS.find((each) => each === noun)
	return { ...rest, ...(known && { noun: known }) }
}

export const readHistory = (
	filter: HistoryFilter,
	after: string | undefined,
	signal: AbortSignal,
): Promise<Result<PageOf<Change>, Failure>> => {
	const { by, ...rest } = filter
	// Show the complete history of a single record.
	const admins = by === undefined && filter.target === undefined
	const query = given({ ...rest, by: admins ? ('admins' as const) : undefined, after })
	return call(history.page, { query }, { signal })
}

const RESTORES: Partial<Record<HistoryNoun, (id: string) => Promise<Result<unknown, Failure>>>> = {
	election: (id) => call(manageElections.restore, { params: { id } }, { idempotencyKey: uuid() }),
	candidate: (id) => call(manageCandidates.restore, { params: { id } }, { idempotencyKey: uuid() }),
	compareQuiz: (id) => call(manageQuizzes.restore, { params: { id } }, { idempotencyKey: uuid() }),
	policy: (id) => call(managePolicies.restore, { params: { id } }, { idempotencyKey: uuid() }),
	position: (id) => call(managePositions.restore, { params: { id } }, { idempotencyKey: uuid() }),
	user: (id) => call(manageUsers.restore, { params: { id } }, { idempotencyKey: uuid() }),
}

export const restoreOf = (noun: HistoryNoun | null) => (noun === null ? undefined : RESTORES[noun])

/** Maximum number of names looked up per change; the others are shown as ids. */
const NAMES_MAX = 60

export const readNames = async (
	change: Pick<Change, 'before' | 'after'>,
	signal: AbortSignal,
): Promise<ReadonlyMap<string, string>> => {
	const options = { signal }
	const look = async (
		ids: readonly string[],
		row: typeof manageElections.get | typeof manageCandidates.get,
	): Promise<(readonly [string, string])[]> => {
		const found = await Promise.all(
			ids.slice(0, NAMES_MAX).map((id) => call(row, { params: { id } }, options)),
		)
		return found.flatMap((reply) => (reply.ok ? [[reply.value.id, reply.value.name] as const] : []))
	}
	const names = await Promise.all([
		look(idsOf(change, /^elections?Ids?$/i), manageElections.get),
		look(idsOf(change, /^candidate\d?Ids?$/i), manageCandidates.get),
	])
	return new Map(names.flat())
}

/** A sentence with the author and time of a record's last change; null if unknown. */
export const lastChangeText = async (id: string): Promise<string | null> => {
	if (!capabilities.has('history')) return null
	const reply = await call(history.page, { query: { target: id, size: '1' } })
	const [change] = reply.ok ? reply.value.rows : []
	if (change === undefined) return null
	const when = minuteText(Date.parse(change.at), Date.now())
	return common.lastChange(actorText(change), actionText(change), when)
}
