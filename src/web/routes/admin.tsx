import { createFileRoute, Outlet } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { requireRole } from '#web/app/require-role.ts'
import { AdminLayout } from '#web/features/admin/frame/layout.tsx'
import { MENU } from '#web/features/admin/frame/menu.ts'
import { VoterSignOut } from '#web/features/shell/voter-parts.tsx'

/** Every page below is for administrators. */
export const Route = createFileRoute('/admin')({
	beforeLoad: ({ location }) => requireRole(location.href, ['ROLE_ADMIN']),
	component: AdminArea,
})

function AdminArea() {
	const [leaving, setLeaving] = useState(false)
	return (
		<>
			<AdminLayout menu={MENU} onSignOut={() => setLeaving(true)}>
				<Outlet />
			</AdminLayout>
			<Suspense>{leaving && <VoterSignOut onClose={() => setLeaving(false)} />}</Suspense>
		</>
	)
}
