import { useState } from 'react'
import { type ManagedUser, manageUsers } from '#contract/manage-users.ts'
import type { Role } from '#domain/types.ts'
import { call } from '#web/app/client.ts'
import { useSession } from '#web/app/session.ts'
import { common } from '#web/texts/admin/common.ts'
import { users as texts } from '#web/texts/admin/users.ts'
import { type RemovalHeard, RemoveDialog } from '../forms/remove-dialog.tsx'
import { type Option, Select } from '../forms/select.tsx'
import { AdminPage } from '../frame/admin-page.tsx'
import { ListFrame } from '../lists/list-frame.tsx'
import { SearchField } from '../lists/search-field.tsx'
import { usePages } from '../lists/use-pages.ts'
import { readUsers } from './read.ts'
import { ResetLinks } from './reset-links.tsx'
import { ROLE_OPTIONS } from './roles.ts'
import { UserRow } from './user-row.tsx'

interface Filter {
	readonly search?: string
	readonly role?: Role
}

interface UsersPageProps {
	readonly search: string
	readonly role: Role | undefined
	readonly onFilter: (filter: Filter) => void
}

const FILTERS: readonly Option<Role | ''>[] = [
	{ value: '', label: texts.allRoles },
	...ROLE_OPTIONS,
]

const filterOf = (search: string, role: Role | '' | undefined): Filter => ({
	...(search && { search }),
	...(role && { role }),
})

interface RemoveUserProps extends RemovalHeard {
	readonly user: ManagedUser
}

const RemoveUser = ({ user, ...heard }: RemoveUserProps) => {
	const { id = '', username, etag } = user
	const params = { id }
	return (
		<RemoveDialog
			{...heard}
			title={texts.removeTitle(username)}
			record={{ id, name: username, etag }}
			consequences={async () => ({ ok: true, value: [texts.removed] })}
			remove={(options) => call(manageUsers.remove, { params }, options)}
			reread={() => call(manageUsers.get, { params })}
			restore={(options) => call(manageUsers.restore, { params }, options)}
			failed={texts.deleteFailed}
		/>
	)
}

/** The users: their roles, and the links for those who have forgotten their passwords. */
export const UsersPage = ({ search, role, onFilter }: UsersPageProps) => {
	const { user: self } = useSession()
	const [removing, setRemoving] = useState<ManagedUser | null>(null)
	const pages = usePages(`${role ?? ''}/${search}`, (after, signal) =>
		readUsers({ search, role }, after, signal),
	)
	const isSelf = ({ id, username }: ManagedUser): boolean =>
		self?.id === undefined ? username === self?.username : id === self.id
	return (
		<AdminPage title={common.pages.users} about={texts.about}>
			<search className="mb-5 grid gap-3 sm:grid-cols-[1fr_13rem]">
				<SearchField
					label={texts.search}
					term={search}
					onSearch={(term) => onFilter(filterOf(term, role))}
				/>
				<Select
					label={texts.role}
					value={role ?? ''}
					options={FILTERS}
					onValue={(value) => onFilter(filterOf(search, value))}
				/>
			</search>
			<ListFrame pages={pages} empty={texts.empty} failed={texts.failed}>
				{(rows) => (
					<ul className="grid gap-3">
						{rows.map((user) => (
							<li key={user.id ?? user.username}>
								<UserRow
									user={user}
									isSelf={isSelf(user)}
									onChanged={pages.reload}
									onRemove={() => setRemoving(user)}
								/>
							</li>
						))}
					</ul>
				)}
			</ListFrame>
			{/* Not before the list above has its height: the links would move under a finger. */}
			{(pages.loaded || pages.failure) && <ResetLinks />}
			{removing && (
				<RemoveUser
					user={removing}
					onRemoved={() => pages.patch((rows) => rows.filter(({ id }) => id !== removing.id))}
					onRestored={pages.reload}
					onClose={() => setRemoving(null)}
				/>
			)}
		</AdminPage>
	)
}
