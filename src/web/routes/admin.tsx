import { createFileRoute, Outlet } from '@tanstack/react-router'
import { capabilities } from '#web/app/capabilities.ts'
import { requireRole } from '#web/app/guards.ts'
import { AdminLayout, MENU } from '#web/features/admin/kit/layout.tsx'
import { SignOut } from '#web/features/shell/lazy-parts.tsx'

export const Route = createFileRoute('/admin')({
	beforeLoad: ({ location }) => {
		requireRole(location.href, ['ROLE_ADMIN'])
		return capabilities.ready()
	},
	component: AdminArea,
})

function AdminArea() {
	return (
		<AdminLayout menu={MENU} signOut={SignOut}>
			<Outlet />
		</AdminLayout>
	)
}
