import { createFileRoute, Link } from '@tanstack/react-router'
import { AdminPage } from '#web/features/admin/kit/page.tsx'
import { common } from '#web/texts/en/admin/common.ts'

export const Route = createFileRoute('/admin/$')({
	staticData: { header: 'admin' },
	component: AdminNotFound,
})

function AdminNotFound() {
	return (
		<AdminPage title={common.notFound} about={common.notFoundWhy}>
			<Link to="/admin" className="btn btn-primary">
				{common.toDashboard}
			</Link>
		</AdminPage>
	)
}
