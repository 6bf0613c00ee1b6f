import { isPolicyLength } from '#domain/policies.ts'
import { type Names, NO_NAMES } from '../kit/neutrality.tsx'
import type { CategoryFilter } from '../policies/policy-tools.tsx'
import {
	editedPolicy,
	emptyPolicy,
	type Filter,
	isDecided,
	isUntouched,
	lacksReason,
	type PolicyStatus,
	type PolicyValues,
	type ReviewPolicy,
	type Sort,
	shownOf,
	unfolded,
} from './review-policies.ts'

const UNDO_MAX = 100

export interface Change {
	readonly what: 'edit' | 'status' | 'remove' | 'bring-back' | 'add'
	/** The changed policies before the change; empty for an added policy. */
	readonly before: readonly ReviewPolicy[]
	readonly added: string | null
	/** Coalesces typing in the same field into one step; null after the field loses focus. */
	readonly field: string | null
}

export interface ReviewState {
	readonly names: Names
	readonly policies: readonly ReviewPolicy[]
	readonly selected: string | null
	readonly ticked: readonly string[]
	readonly filter: Filter
	readonly sort: Sort
	readonly category: CategoryFilter
	readonly search: string
	/** False folds the untouched weak proposals away. */
	readonly weakShown: boolean
	readonly past: readonly Change[]
	/** Idempotency key of saving the current policies; null until the first attempt. */
	readonly saveKey: string | null
}

export type ReviewEvent =
	| { readonly type: 'select'; readonly id: string }
	| { readonly type: 'step'; readonly by: 1 | -1 }
	/** Leaves a policy for the next undecided one, unless it still needs something. */
	| { readonly type: 'advance'; readonly from: string }
	| {
			readonly type: 'edit'
			readonly id: string
			readonly part: Partial<PolicyValues>
			/** True if the values are the measured ones, accepted by the user. */
			readonly taken?: boolean
	  }
	/** The field lost focus: further typing starts a new undo step. */
	| { readonly type: 'settle' }
	| { readonly type: 'status'; readonly ids: readonly string[]; readonly status: PolicyStatus }
	| { readonly type: 'remove'; readonly ids: readonly string[] }
	| { readonly type: 'bring-back'; readonly ids: readonly string[] }
	| { readonly type: 'add'; readonly id: string }
	| { readonly type: 'undo' }
	| { readonly type: 'tick'; readonly ids: readonly string[]; readonly on: boolean }
	| { readonly type: 'filter'; readonly filter: Filter }
	| { readonly type: 'sort'; readonly sort: Sort }
	| { readonly type: 'weak'; readonly shown: boolean }
	| { readonly type: 'category'; readonly category: CategoryFilter }
	| { readonly type: 'search'; readonly search: string }
	| { readonly type: 'save'; readonly key: string }
	| { readonly type: 'names'; readonly names: Names }

export const startReview = (
	policies: readonly ReviewPolicy[],
	names: Names = NO_NAMES,
	saveKey: string | null = null,
): ReviewState =>
	unfolded({
		names,
		policies,
		selected:
			policies.find((policy) => !policy.removed && !isUntouched(policy))?.id ??
			policies.find(({ removed }) => !removed)?.id ??
			null,
		ticked: [],
		filter: 'ALL',
		sort: 'CONFIDENCE',
		category: 'ALL',
		search: '',
		weakShown: false,
		past: [],
		saveKey,
	})

/** Selects the neighbor of a policy that the view no longer shows: the next one, or the last; the first of a new view. */
const successor = (before: ReviewState, after: ReviewState): string | null => {
	const now = shownOf(after)
	if (now.some(({ id }) => id === after.selected)) return after.selected
	const there = new Set(now.map(({ id }) => id))
	const then = shownOf(before).map(({ id }) => id)
	const at = then.indexOf(after.selected ?? '')
	const isLeft = then.some((id) => there.has(id))
	const behind = then.slice(at + 1).find((id) => there.has(id))
	return (at < 0 || !isLeft ? now[0]?.id : behind) ?? now.at(-1)?.id ?? null
}

const remembered = (past: readonly Change[], change: Change): readonly Change[] => {
	const last = past.at(-1)
	const goesOn = change.field !== null && last?.field === change.field
	return goesOn ? past : [...past, change].slice(-UNDO_MAX)
}

const UNFILTERED = { filter: 'ALL', category: 'ALL', search: '', weakShown: true } as const

type What = Exclude<Change['what'], 'add'>

const changed = (
	state: ReviewState,
	what: What,
	ids: readonly string[],
	change: (policy: ReviewPolicy) => ReviewPolicy,
	field: string | null = null,
): ReviewState => {
	const wanted = new Set(ids)
	const before: ReviewPolicy[] = []
	const policies = state.policies.map((policy) => {
		if (!wanted.has(policy.id)) return policy
		const next = change(policy)
		if (next !== policy) before.push(policy)
		return next
	})
	if (before.length === 0) return state
	const past = remembered(state.past, { what, before, added: null, field })
	const next = unfolded({ ...state, policies, past, saveKey: null })
	// Keep the policy open while its field is edited, even if it no longer matches the filter.
	return field === null ? { ...next, selected: successor(state, next) } : next
}

const edited = (
	state: ReviewState,
	id: string,
	part: Partial<PolicyValues>,
	taken: boolean,
): ReviewState => {
	const names = Object.keys(part) as (keyof PolicyValues)[]
	return changed(
		state,
		'edit',
		[id],
		(policy) =>
			names.every((name) => policy.values[name] === part[name])
				? policy
				: editedPolicy(policy, part, taken),
		`${id} ${names.join(' ')}`,
	)
}

const withStatus =
	(status: PolicyStatus) =>
	(policy: ReviewPolicy): ReviewPolicy =>
		policy.values.validationStatus === status && !isUntouched(policy)
			? policy
			: { ...policy, touched: true, values: { ...policy.values, validationStatus: status } }

const withRemoved =
	(removed: boolean) =>
	(policy: ReviewPolicy): ReviewPolicy =>
		policy.removed === removed ? policy : { ...policy, removed }

const added = (state: ReviewState, id: string): ReviewState => ({
	...state,
	policies: [...state.policies, emptyPolicy(id)],
	past: remembered(state.past, { what: 'add', before: [], added: id, field: null }),
	// Clear the filters: they could hide the new policy.
	...UNFILTERED,
	weakShown: state.weakShown,
	selected: id,
	saveKey: null,
})

const undone = (state: ReviewState): ReviewState => {
	const last = state.past.at(-1)
	if (last === undefined) return state
	const before = new Map(last.before.map((policy) => [policy.id, policy]))
	const policies = state.policies
		.filter(({ id }) => id !== last.added)
		.map((policy) => before.get(policy.id) ?? policy)
	const back = { ...state, policies, past: state.past.slice(0, -1), saveKey: null }
	const first = last.before[0]?.id ?? state.selected
	const wanted = { ...back, selected: first }
	const seen = shownOf(wanted).some(({ id }) => id === first)
	// Clear the filters if they would hide the restored policy.
	const next = seen || last.added !== null ? wanted : { ...wanted, ...UNFILTERED }
	return { ...next, selected: successor(state, next) }
}

const stepped = (state: ReviewState, by: 1 | -1): ReviewState => {
	const shown = shownOf(state)
	const at = shown.findIndex(({ id }) => id === state.selected)
	const next = shown[Math.min(shown.length - 1, Math.max(0, at + by))]
	return next ? { ...state, selected: next.id } : state
}

const advanced = (state: ReviewState, from: string): ReviewState => {
	const shown = shownOf(state)
	const at = shown.findIndex(({ id }) => id === from)
	const decided = shown[at]
	if (state.selected !== from || !decided) return state
	if (lacksReason(decided, state.names) || !isPolicyLength(decided.values.text)) return state
	const next = [...shown.slice(at + 1), ...shown.slice(0, at)].find(
		(policy) => !isDecided(policy) && !policy.removed,
	)
	return next ? { ...settled(state), selected: next.id } : state
}

const ticked = (state: ReviewState, ids: readonly string[], on: boolean): ReviewState => {
	const others = state.ticked.filter((id) => !ids.includes(id))
	return { ...state, ticked: on ? [...others, ...ids] : others }
}

const settled = (state: ReviewState): ReviewState => {
	const last = state.past.at(-1)
	if (!last || last.field === null) return state
	return { ...state, past: [...state.past.slice(0, -1), { ...last, field: null }] }
}

const narrowed = (
	state: ReviewState,
	view: Partial<Pick<ReviewState, 'filter' | 'category' | 'search' | 'weakShown'>>,
): ReviewState => {
	const next = unfolded({ ...state, ...view, ticked: [] })
	return { ...next, selected: successor(state, next) }
}

export const nextReview = (state: ReviewState, event: ReviewEvent): ReviewState => {
	switch (event.type) {
		case 'select':
			return { ...settled(state), selected: event.id }
		case 'step':
			return stepped(settled(state), event.by)
		case 'advance':
			return advanced(state, event.from)
		case 'edit':
			return edited(state, event.id, event.part, event.taken ?? false)
		case 'settle':
			return settled(state)
		case 'status':
			return changed(state, 'status', event.ids, withStatus(event.status))
		case 'remove':
			return ticked(changed(state, 'remove', event.ids, withRemoved(true)), event.ids, false)
		case 'bring-back':
			return changed(state, 'bring-back', event.ids, withRemoved(false))
		case 'add':
			return added(state, event.id)
		case 'undo':
			return undone(state)
		case 'tick':
			return ticked(state, event.ids, event.on)
		case 'filter':
			return narrowed(state, { filter: event.filter })
		case 'category':
			return narrowed(state, { category: event.category })
		case 'search':
			return narrowed(state, { search: event.search })
		case 'sort':
			return { ...state, sort: event.sort }
		case 'weak':
			return narrowed(state, { weakShown: event.shown })
		case 'save':
			return { ...state, saveKey: event.key }
		case 'names':
			return event.names === state.names ? state : { ...state, names: event.names }
	}
}
