import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { ManagedCandidate } from '#contract/admin/candidates.ts'
import { BACKGROUND_CONCERNS, type Finding, neutrality } from '#domain/extraction/neutrality.ts'
import { countWords } from '#domain/policies.ts'
import type { Failure } from '#http/failure.ts'
import { common } from '#web/texts/en/admin/common.ts'
import { extraction } from '#web/texts/en/admin/extraction.ts'
import { readRivals } from '../candidates/api.ts'
import { TextArea } from './fields.tsx'
import { failureOf, unwrap } from './queries.ts'
import type { Bound } from './use-record-form.ts'

const texts = extraction.review

export interface Names {
	readonly own: readonly string[]
	/** Candidates of the same elections; null until loaded. */
	readonly others: readonly string[] | null
	/** Parties of all candidates, as far as loaded. */
	readonly parties: readonly string[]
}

export const NO_NAMES: Names = { own: [], others: [], parties: [] }

export interface Piece {
	readonly text: string
	readonly start: number
	readonly concern: Finding['concern'] | null
}

export interface Placed extends Finding {
	/** Word positions, counted from 1. */
	readonly firstWord: number
	readonly lastWord: number
}

export const placedConcerns = (text: string, { own, others, parties }: Names): readonly Placed[] =>
	neutrality(text, own, others ?? [], parties).map((finding) => {
		const before = countWords(text.slice(0, finding.start))
		// A finding that starts inside a word counts as part of that word.
		const joined = finding.start > 0 && /\S/.test(text[finding.start - 1] ?? '') ? 0 : 1
		const firstWord = before + joined
		return { ...finding, firstWord, lastWord: firstWord + countWords(finding.words) - 1 }
	})

export const placedInBackground = (text: string, names: Names): readonly Placed[] =>
	placedConcerns(text, names).filter(({ concern }) => BACKGROUND_CONCERNS.includes(concern))

/** Caches results per text: a list of hundreds is checked again whenever one changes. */
const judged = new WeakMap<Names, Map<string, Judged>>()
const JUDGED_MAX = 2000

interface Judged {
	readonly concerns: number
	readonly named: readonly string[]
}

const judge = (text: string, names: Names): Judged => {
	const counts = judged.get(names) ?? new Map<string, Judged>()
	judged.set(names, counts)
	const known = counts.get(text)
	if (known !== undefined) return known
	if (counts.size > JUDGED_MAX) counts.clear()
	const placed = placedConcerns(text, names)
	const named = placed.filter(({ concern }) => concern === 'name').map(({ words }) => words)
	const found = { concerns: placed.length, named: [...new Set(named)] }
	counts.set(text, found)
	return found
}

export const concernCount = (text: string, names: Names): number => judge(text, names).concerns

export const namedWords = (text: string, names: Names): readonly string[] =>
	judge(text, names).named

/** Splits a statement into plain and marked pieces. Overlapping words belong to the first finding. */
export const piecesOf = (text: string, concerns: readonly Finding[]): readonly Piece[] => {
	const pieces: Piece[] = []
	let at = 0
	for (const { start, end, concern } of concerns) {
		if (start < at) continue
		if (start > at) pieces.push({ text: text.slice(at, start), start: at, concern: null })
		pieces.push({ text: text.slice(start, end), start, concern })
		at = end
	}
	if (at < text.length) pieces.push({ text: text.slice(at), start: at, concern: null })
	return pieces
}

interface NeutralityProps {
	readonly text: string
	readonly concerns: readonly Placed[]
	readonly othersKnown: boolean
	readonly onShow: (concern: Placed) => void
}

export const Neutrality = ({ text, concerns, othersKnown, onShow }: NeutralityProps) => (
	<section aria-label={texts.neutrality} className="mt-4">
		<h4 className="text-sm font-semibold">{texts.neutrality}</h4>
		{text.trim() === '' ? (
			<p className="mt-1 text-sm text-muted">{texts.nothingToCheck}</p>
		) : concerns.length === 0 ? (
			<p className="mt-1 text-sm text-success">
				{`✓ ${othersKnown ? texts.neutral : texts.neutralSoFar}`}
			</p>
		) : (
			<>
				<p className="mt-1.5 rounded-field bg-base-200 px-3 py-2 text-sm whitespace-pre-wrap wrap-anywhere">
					<span className="sr-only">{`${texts.reads}: `}</span>
					{piecesOf(text, concerns).map(({ text: words, start, concern }) =>
						concern === null ? (
							words
						) : (
							<mark
								key={start}
								className="rounded-sm bg-warning/20 font-semibold text-base-content underline decoration-warning decoration-2 underline-offset-4"
							>
								{words}
							</mark>
						),
					)}
				</p>
				<ul className="mt-1">
					{concerns.map((concern) => (
						<li key={`${concern.concern} ${concern.start}`}>
							<button
								type="button"
								className="flex min-h-11 w-full flex-wrap items-center gap-x-2 rounded-field px-2 py-1 text-start text-sm hover:bg-base-200"
								onClick={() => onShow(concern)}
							>
								<span className="font-semibold text-warning">
									{texts.concerns[concern.concern] ?? texts.concerns.other}
								</span>
								<span className="wrap-anywhere">{`“${concern.words}”`}</span>
								<span className="text-muted">{texts.at(concern.firstWord, concern.lastWord)}</span>
								<span className="sr-only">{`. ${texts.showAt(concern.words)}`}</span>
							</button>
						</li>
					))}
				</ul>
			</>
		)}
		{!othersKnown && text.trim() !== '' && (
			<p className="mt-1 text-sm text-muted">{texts.othersUnknown}</p>
		)}
	</section>
)

export interface KnownNames {
	readonly names: Names
	readonly failure: Failure | null
	readonly loading: boolean
	refetch(): unknown
}

/** Reads the names for the neutrality check. The candidate's own name is available at once. */
export const useNames = (candidate: ManagedCandidate): KnownNames => {
	const query = useQuery({
		queryKey: ['candidates', 'rivals', candidate.id],
		queryFn: ({ signal }) => unwrap(readRivals(candidate, signal)),
	})
	const { data, isFetching, refetch } = query
	const { name, party } = candidate
	const names = useMemo(
		() => ({
			own: [name],
			others: data?.names ?? null,
			parties: [...new Set([party ?? '', ...(data?.parties ?? [])])].filter(Boolean),
		}),
		[name, party, data],
	)
	return { names, failure: failureOf(query), loading: isFetching, refetch }
}

/** Takes over the focus of a button that was just removed, and only then. */
const inherit = (element: HTMLElement | null): void => {
	if (document.activeElement === document.body) element?.focus({ preventScroll: true })
}

/** Warns that other candidates' names could not be read, then confirms once they are. */
export const NamesUnread = ({
	known: { failure, loading, refetch },
}: {
	readonly known: KnownNames
}) => {
	const [failed, setFailed] = useState(false)
	if (failure !== null && !failed) setFailed(true)
	if (!failed) return null
	if (failure === null && !loading) {
		return (
			<p ref={inherit} role="status" tabIndex={-1} className="mb-4 text-sm text-muted">
				{texts.namesRead}
			</p>
		)
	}
	return (
		<div role="alert" className="mb-4 flex flex-wrap items-center gap-3">
			<p className="font-medium text-error">{texts.namesUnread}</p>
			<button
				type="button"
				className="btn"
				aria-disabled={loading}
				onClick={() => {
					if (!loading) refetch()
				}}
			>
				{loading ? common.loading : common.retry}
			</button>
		</div>
	)
}

interface OverrideReasonProps {
	readonly names: readonly string[]
	readonly bound: Bound<string>
}

export const OverrideReason = ({ names, bound }: OverrideReasonProps) => (
	<div className="rounded-field border border-warning bg-warning/15 px-4 py-3">
		<TextArea
			label={texts.reason}
			hint={
				names.length === 0
					? texts.reasonKept
					: texts.reasonHint(names.map((words) => `“${words}”`).join(', '))
			}
			bound={bound}
		/>
	</div>
)
