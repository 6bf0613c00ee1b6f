import { type Change, HISTORY_NOUNS, type HistoryNoun } from '#contract/history.ts'
import { categoryName } from '#web/texts/admin/categories.ts'
import { common } from '#web/texts/admin/common.ts'
import { history as texts } from '#web/texts/admin/history.ts'

/** A field of a record, before and after a change. */
export interface FieldChange {
	readonly name: string
	readonly before: string
	readonly after: string
	readonly differs: boolean
}

const isNoun = (text: string): text is HistoryNoun => HISTORY_NOUNS.some((noun) => noun === text)

/** The kind of record that a change is of; null for one that is not known. */
export const nounOf = ({ action }: Pick<Change, 'action'>): HistoryNoun | null => {
	const [noun = ''] = action.split('.')
	return isNoun(noun) ? noun : null
}

/** "electionDate" as people write it: "Election date"; of what is shown by its name, "candidateIds", the noun: "Candidates". */
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

/** What a record is called in the history: a category by its name rather than its code. */
export const nameOf = (change: Pick<Change, 'action' | 'name'>): string | null => {
	const { name } = change
	return name && nounOf(change) === 'category' ? categoryName(name) : name
}

/** Who did it: by name, or what is known of them. */
export const actorText = ({ actor, by }: Pick<Change, 'actor' | 'by'>): string =>
	actor?.username ?? texts.nobody[by ?? 'unknown']

/** What was done, in words: "changed the election “Texas 2026”". */
export const actionText = (change: Pick<Change, 'action' | 'name'>): string => {
	if (change.action === 'category.reset') return texts.weightsReset
	if (change.action === 'user.erased') return texts.ownErased
	const [raw = '', ...rest] = change.action.split('.')
	const noun = isNoun(raw) ? texts.noun1[raw] : fieldName(raw).toLowerCase()
	const verb = rest.join('.')
	const known = Object.hasOwn(verbs, verb) ? verbs[verb] : undefined
	const said = known ?? texts.otherVerb(fieldName(verb).toLowerCase(), noun)
	return known === undefined ? said : texts.said(said, noun, nameOf(change) ?? '')
}

/** A value of a field as it is read. */
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

/** The fields of a change: those that differ first, each group in the record's own order. */
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

/** The ids that stand in a change, to be shown by the names that they have. */
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
