import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { AdminStats } from '#contract/admin/overview.ts'
import { common, dashboard as texts } from '#web/texts/en/admin/common.ts'
import { numberText } from '#web/ui/format.ts'
import { MENU, useOffered } from '../kit/layout.tsx'
import { ReadFailed } from '../kit/list.tsx'
import { AdminPage } from '../kit/page.tsx'
import { failureOf, unwrap } from '../kit/queries.ts'
import { readStats } from './api.ts'
import { NeedsAttention } from './attention.tsx'

const CARDS = [
	{ label: texts.cards.users, to: '/admin/users', total: 'totalUsers', active: 'activeUsers' },
	{
		label: texts.cards.elections,
		to: '/admin/elections',
		total: 'totalElections',
		active: 'activeElections',
	},
	{ label: texts.cards.candidates, to: '/admin/candidates', total: 'totalCandidates' },
	{ label: texts.cards.policies, to: '/admin/policy-stats', total: 'totalPolicies' },
	{ label: texts.cards.attempts, to: '/admin/compare-quizzes', total: 'quizAttempts' },
] as const

type CardProps = {
	/** Null while loading. The card keeps its height, to avoid a layout shift. */
	readonly stats: AdminStats | null
	readonly card: (typeof CARDS)[number]
}

const Card = ({ stats, card }: CardProps) => {
	const { label, to, total } = card
	const figure = (name: keyof AdminStats): string => {
		if (stats === null) return texts.coming
		const count = stats[name]
		return count === null ? texts.unknown : numberText(count)
	}
	return (
		<Link
			to={to}
			className="flex h-full flex-col rounded-box border border-base-300 bg-surface p-4 shadow-paper hover:border-primary sm:p-5"
		>
			<span className="text-muted">{label}</span>
			<span className="mt-1 font-serif text-3xl font-semibold tabular-nums">{figure(total)}</span>
			{'active' in card && (
				<span className="text-sm text-muted">
					{`${texts.ofTotal(figure(card.active))}${card.active === 'activeUsers' ? ` ${texts.activeUsers}` : ''}`}
				</span>
			)}
		</Link>
	)
}

const Figures = () => {
	const query = useQuery({
		queryKey: ['dashboard', 'figures'],
		queryFn: ({ signal }) => unwrap(readStats(signal)),
	})
	const { data = null, isFetching, refetch } = query
	const failure = failureOf(query)
	return (
		<section aria-label={texts.figures}>
			<p role="status" className="sr-only">
				{!data && !failure && common.loading}
			</p>
			{!failure && (
				<ul className="grid grid-cols-2 gap-3 md:grid-cols-6 xl:grid-cols-5" aria-busy={isFetching}>
					{CARDS.map((card) => (
						// Spans leave no hole in the last row.
						<li
							key={card.label}
							className="max-md:first:col-span-2 md:max-xl:col-span-2 md:max-xl:nth-[-n+2]:col-span-3"
						>
							<Card card={card} stats={data} />
						</li>
					))}
				</ul>
			)}
			{failure && <ReadFailed failure={failure} failed={texts.failed} onRetry={refetch} />}
		</section>
	)
}

const QuickActions = () => (
	<section className="mt-8">
		<h2 className="mb-3 text-xl font-semibold">{texts.quick}</h2>
		<ul className="grid grid-cols-2 gap-3 md:grid-cols-3">
			{useOffered(MENU)
				.filter(({ to }) => to !== '/admin')
				.map(({ to, label, icon: Icon }) => (
					<li key={to}>
						<Link
							to={to}
							className="btn h-auto min-h-14 w-full justify-start gap-3 py-3 text-start"
						>
							<Icon aria-hidden="true" className="size-5 shrink-0" />
							<span>{label}</span>
						</Link>
					</li>
				))}
		</ul>
	</section>
)

export const DashboardPage = () => (
	<AdminPage title={common.pages.dashboard} about={texts.about}>
		<Figures />
		<QuickActions />
		<NeedsAttention />
	</AdminPage>
)
