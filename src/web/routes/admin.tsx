import { createFileRoute, Outlet } from '@tanstack/react-router'
import { useState } from 'react'
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
	const [leaving, setLeaving] = useState(false)
	return (
		<>
			<AdminLayout menu={MENU} onSignOut={() => setLeaving(true)}>
				<Outlet />
			</AdminLayout>
			{leaving && <SignOut onClose={() => setLeaving(false)} />}
		</>
	)
}
