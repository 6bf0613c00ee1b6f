import { Link } from '@tanstack/react-router'
import { ChevronRight } from 'lucide-react'
import { common } from '#web/texts/admin/common.ts'
import { dashboard as texts } from '#web/texts/admin/dashboard.ts'
import { numberText } from '#web/ui/numbers.ts'
import { Skeletons } from '#web/ui/skeletons.tsx'
import { hasStatus } from '../faults.ts'
import { ReadFailed } from '../lists/list-frame.tsx'
import { useRead } from '../lists/use-read.ts'
import { type AttentionList, attentionLists } from './attention-lists.ts'
import { readAttention } from './read.ts'

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

/** What needs an administrator, each row leading to where it is mended. */
export const NeedsAttention = () => {
	const { value, failure, reload } = useRead('attention', readAttention)
	const lacking = hasStatus(failure, 404)
	return (
		<section className="mt-8">
			<h2 className="mb-3 text-xl font-semibold">{texts.attention}</h2>
			{value && !failure && <Lists lists={attentionLists(value)} />}
			{lacking && <p className="text-muted">{texts.attentionLacking}</p>}
			{failure && !lacking && (
				<ReadFailed failure={failure} failed={texts.attentionFailed} onRetry={reload} />
			)}
			{!value && !failure && <Skeletons label={common.loading} count={2} />}
		</section>
	)
}
