import { createFileRoute, Outlet } from '@tanstack/react-router'
import { requireRole } from '#web/app/guards.ts'
import { AdminLayout, MENU } from '#web/features/admin/kit/layout.tsx'
import { SignOut } from '#web/features/shell/lazy-parts.tsx'

export const Route = createFileRoute('/admin')({
	beforeLoad: async ({ location }) => {
		requireRole(location.href, ['ROLE_ADMIN'])
		const { capabilities } = await import('#web/app/capabilities.ts')
		await capabilities.ready()
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
