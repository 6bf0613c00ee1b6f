import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ChevronRight } from 'lucide-react'
import type { Attention } from '#contract/admin/overview.ts'
import { useCapability } from '#web/app/capabilities.ts'
import { dashboard as texts } from '#web/texts/en/admin/common.ts'
import { dayText, numberText } from '#web/ui/format.ts'
import { Loaded } from '../kit/list.tsx'
import { unwrap } from '../kit/queries.ts'
import { readAttention } from './api.ts'

type Where =
	| {
			readonly to: '/admin/elections'
			readonly search: { readonly search: string }
	  }
	| {
			readonly to: '/admin/edit-policies/$candidateId'
			readonly params: { readonly candidateId: string }
	  }
	| {
			readonly to: '/admin/compare-quizzes/$electionId'
			readonly params: { readonly electionId: string }
			readonly search: { readonly search: string }
	  }

export interface AttentionRow {
	readonly id: string
	readonly name: string
	/** Empty if the list title is enough. */
	readonly why: string
	readonly where: Where
}

export interface AttentionList {
	readonly title: string
	readonly rows: readonly AttentionRow[]
	readonly more: number
}

interface Few<Row> {
	readonly total: number
	readonly rows: readonly Row[]
}

const listOf = <Row extends { readonly id: string; readonly name: string }>(
	title: string,
	{ total, rows }: Few<Row>,
	of: (row: Row) => Pick<AttentionRow, 'why' | 'where'>,
): AttentionList => ({
	title,
	rows: rows.map((row) => ({ id: row.id, name: row.name, ...of(row) })),
	more: Math.max(0, total - rows.length),
})

const policiesOf = (candidateId: string): Where => ({
	to: '/admin/edit-policies/$candidateId',
	params: { candidateId },
})

export const attentionLists = (attention: Attention): readonly AttentionList[] =>
	[
		listOf(texts.invalidQuizzes, attention.invalidQuizzes, ({ message, electionId, name }) => ({
			why: message,
			where: {
				to: '/admin/compare-quizzes/$electionId',
				params: { electionId },
				search: { search: name },
			},
		})),
		...(attention.concerns
			? [
					listOf(texts.concerns, attention.concerns, ({ id, count, naming }) => ({
						why: texts.concerned(count, naming),
						where: policiesOf(id),
					})),
				]
			: []),
		listOf(texts.withoutPolicies, attention.withoutPolicies, ({ id }) => ({
			why: '',
			where: policiesOf(id),
		})),
		listOf(texts.toReview, attention.toReview, ({ id, count }) => ({
			why: texts.waiting(count),
			where: policiesOf(id),
		})),
		listOf(texts.pastElections, attention.pastElections, ({ name, electionDate }) => ({
			why: texts.held(dayText(electionDate)),
			where: { to: '/admin/elections', search: { search: name } },
		})),
	].filter(({ rows }) => rows.length > 0)

const List = ({ title, rows, more }: AttentionList) => (
	<section className="flex flex-col rounded-box border border-base-300 bg-surface shadow-paper">
		<h3 className="px-4 pt-4 pb-2 text-lg font-semibold sm:px-5">{title}</h3>
		<ul>
			{rows.map(({ id, name, why, where }) => (
				<li key={id} className="border-t border-base-300">
					<Link
						{...where}
						className="flex min-h-12 items-center gap-3 px-4 py-2.5 hover:bg-base-200 sm:px-5"
					>
						<span className="min-w-0 flex-1">
							<span className="block font-medium wrap-anywhere">{name}</span>
							{why && <span className="block text-sm text-muted wrap-anywhere">{why}</span>}
						</span>
						<ChevronRight
							aria-hidden="true"
							className="size-5 shrink-0 text-muted rtl:-scale-x-100"
						/>
					</Link>
				</li>
			))}
		</ul>
		{more > 0 && (
			<p className="border-t border-base-300 px-4 py-3 text-sm text-muted sm:px-5">
				{texts.andMore(numberText(more))}
			</p>
		)}
	</section>
)

const Lists = ({ lists }: { readonly lists: readonly AttentionList[] }) =>
	lists.length === 0 ? (
		<p className="rounded-box border border-base-300 bg-surface px-6 py-8 text-center text-muted">
			{texts.allWell}
		</p>
	) : (
		<div className="grid items-start gap-4 lg:grid-cols-2">
			{lists.map((list) => (
				<List key={list.title} {...list} />
			))}
		</div>
	)

const Found = () => {
	const query = useQuery({
		queryKey: ['dashboard', 'attention'],
		queryFn: ({ signal }) => unwrap(readAttention(signal)),
	})
	return (
		<Loaded query={query} failed={texts.attentionFailed}>
			{(data) => <Lists lists={attentionLists(data)} />}
		</Loaded>
	)
}

export const NeedsAttention = () => (
	<section className="mt-8">
		<h2 className="mb-3 text-xl font-semibold">{texts.attention}</h2>
		{useCapability('attention') ? (
			<Found />
		) : (
			<p className="text-muted">{texts.attentionLacking}</p>
		)}
	</section>
)
