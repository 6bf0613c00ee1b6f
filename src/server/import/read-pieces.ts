import type { CandidateDraft, ElectionDraft, PolicyDraft, Refusal } from './drafts.ts'
import type { Read } from './parse.ts'

/** A policy with the index of its candidate, because messages do not preserve object identity. */
type PackedPolicy = Omit<PolicyDraft, 'of'> & { readonly of: string | number | null }

interface Items {
	readonly candidates: CandidateDraft
	readonly policies: PackedPolicy
	readonly quizzes: ElectionDraft['quizzes'][number]
	readonly pairs: ElectionDraft['pairs'][number]
}

/** A message small enough to deserialize without blocking the receiving thread. */
export type Piece =
	| { readonly kind: 'refused'; readonly items: readonly Refusal[] }
	| { readonly kind: 'election'; readonly election: ElectionDraft }
	| {
			[Part in keyof Items]: { readonly kind: Part; readonly items: readonly Items[Part][] }
	  }[keyof Items]
	| { readonly kind: 'end'; readonly rest: Omit<Read, 'elections' | 'refused'> }

const PIECE = 200

function* slices<Item>(items: readonly Item[]): Generator<readonly Item[]> {
	for (let at = 0; at < items.length; at += PIECE) yield items.slice(at, at + PIECE)
}

export function* packRead(read: Read): Generator<Piece> {
	const { notes, ambiguousDates, columns, tooMany } = read
	for (const items of slices(read.refused)) yield { kind: 'refused', items }
	for (const election of read.elections) {
		const none = { candidates: [], policies: [], quizzes: [], pairs: [] }
		yield { kind: 'election', election: { ...election, ...none } }
		const indexes = new Map(election.candidates.map((draft, index) => [draft, index]))
		for (const items of slices(election.candidates)) yield { kind: 'candidates', items }
		for (const slice of slices(election.policies)) {
			const items = slice.map((draft) => ({
				...draft,
				of:
					typeof draft.of === 'object' && draft.of !== null
						? (indexes.get(draft.of) ?? -1)
						: draft.of,
			}))
			yield { kind: 'policies', items }
		}
		for (const items of slices(election.quizzes)) yield { kind: 'quizzes', items }
		for (const items of slices(election.pairs)) yield { kind: 'pairs', items }
	}
	yield { kind: 'end', rest: { notes, ambiguousDates, columns, tooMany } }
}

export const createUnpacking = () => {
	const refused: Refusal[] = []
	const elections: ElectionDraft[] = []
	/** Returns the complete result after the last piece, null before. */
	return (piece: Piece): Read | null => {
		const election = elections.at(-1)
		switch (piece.kind) {
			case 'refused':
				refused.push(...piece.items)
				break
			case 'election':
				elections.push(piece.election)
				break
			case 'candidates':
				election?.candidates.push(...piece.items)
				break
			case 'policies':
				for (const { of, ...draft } of piece.items) {
					const owner = typeof of === 'number' ? election?.candidates[of] : of
					if (owner !== undefined) election?.policies.push({ ...draft, of: owner })
				}
				break
			case 'quizzes':
				election?.quizzes.push(...piece.items)
				break
			case 'pairs':
				election?.pairs.push(...piece.items)
				break
			case 'end':
				return { elections, refused, ...piece.rest }
		}
		return null
	}
}
