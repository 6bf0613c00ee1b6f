import { Link } from '@tanstack/react-router'
import { common } from '#web/texts/admin/common.ts'
import { dashboard as texts } from '#web/texts/admin/dashboard.ts'
import { AdminPage } from '../frame/admin-page.tsx'
import { MENU } from '../frame/menu.ts'
import { NeedsAttention } from './attention.tsx'
import { Figures } from './figures.tsx'

const QuickActions = () => (
	<section className="mt-8">
		<h2 className="mb-3 text-xl font-semibold">{texts.quick}</h2>
		<ul className="grid grid-cols-2 gap-3 md:grid-cols-3">
			{MENU.filter(({ to }) => to !== '/admin').map(({ to, label, icon: Icon }) => (
				<li key={to}>
					<Link to={to} className="btn h-auto min-h-14 w-full justify-start gap-3 py-3 text-start">
						<Icon aria-hidden="true" className="size-5 shrink-0" />
						<span>{label}</span>
					</Link>
				</li>
			))}
		</ul>
	</section>
)

/** What administrators see first. */
export const DashboardPage = () => (
	<AdminPage title={common.pages.dashboard} about={texts.about}>
		<Figures />
		<QuickActions />
		<NeedsAttention />
	</AdminPage>
)
