import { createFileRoute } from '@tanstack/react-router'
import type { Role } from '#domain/types.ts'
import { textParams } from '#web/app/search.ts'
import { UsersPage } from '#web/features/admin/users/users-page.tsx'
import { useWhileHere } from '#web/ui/address.ts'

export interface UsersSearch {
	readonly search?: string
	readonly role?: Role
}

export const Route = createFileRoute('/admin/users')({
	validateSearch: ({ role, ...raw }: Record<string, unknown>): UsersSearch => ({
		...textParams(raw, 'search'),
		...((role === 'ROLE_ADMIN' || role === 'ROLE_MODERATOR' || role === 'ROLE_USER') && { role }),
	}),
	staticData: { header: 'admin' },
	component: Users,
})

function Users() {
	const { search = '', role } = Route.useSearch()
	const navigate = useWhileHere(Route.useNavigate())
	return (
		<UsersPage
			search={search}
			role={role}
			onFilter={(next) => {
				navigate({ search: next, replace: true, resetScroll: false }).catch(reportError)
			}}
		/>
	)
}
