import { Link } from '@tanstack/react-router'
import { common } from '#web/texts/en/admin/common.ts'
import { AdminPage } from './page.tsx'

export const AdminNotFound = () => (
	<AdminPage title={common.notFound} about={common.notFoundWhy}>
		<Link to="/admin" className="btn btn-primary">
			{common.toDashboard}
		</Link>
	</AdminPage>
)
