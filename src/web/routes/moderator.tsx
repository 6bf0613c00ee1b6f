import { createFileRoute } from '@tanstack/react-router'
import { requireRole } from '#web/app/guards.ts'
import { AdminLayout, MODERATOR_MENU } from '#web/features/admin/kit/layout.tsx'
import { ModeratorPage } from '#web/features/admin/knowledge-test/feedback-page.tsx'
import {
	type FeedbackSearch,
	placeOf,
	searchOf,
} from '#web/features/admin/knowledge-test/use-feedback.ts'
import { SignOut } from '#web/features/shell/lazy-parts.tsx'
import { useWhileHere } from '#web/ui/address.ts'

export const Route = createFileRoute('/moderator')({
	validateSearch: (raw: Record<string, unknown>): FeedbackSearch => raw,
	beforeLoad: async ({ location }) => {
		requireRole(location.href, ['ROLE_MODERATOR', 'ROLE_ADMIN'])
		const { capabilities } = await import('#web/app/capabilities.ts')
		await capabilities.ready()
	},
	staticData: { header: 'admin' },
	component: Moderator,
})

function Moderator() {
	const search = Route.useSearch()
	const navigate = useWhileHere(Route.useNavigate())
	return (
		<AdminLayout menu={MODERATOR_MENU} signOut={SignOut}>
			<ModeratorPage
				place={placeOf(search)}
				onPlace={(next, replace = false) => {
					navigate({ search: searchOf(next), replace, resetScroll: false }).catch(reportError)
				}}
			/>
		</AdminLayout>
	)
}
