import { useInfiniteQuery } from '@tanstack/react-query'
import { type LucideIcon, ShieldCheck, ShieldHalf, Trash, UserRound } from 'lucide-react'
import { useState } from 'react'
import { type ManagedUser, manageUsers } from '#contract/admin/users.ts'
import { ROLES, type Role } from '#domain/types.ts'
import type { Failure } from '#http/failure.ts'
import { call, uuid } from '#web/app/api.ts'
import { useSession } from '#web/app/session.ts'
import { common, users as texts } from '#web/texts/en/admin/common.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { momentText } from '#web/ui/format.ts'
import { toast } from '#web/ui/toast.ts'
import { ConfirmButtons, IconButton, useAction } from '../kit/actions.tsx'
import { type Described, ifMatch, useConflict } from '../kit/conflict.tsx'
import { DeleteDialog, type RemovalHeard } from '../kit/delete-dialog.tsx'
import { errorText, hasStatus } from '../kit/errors.ts'
import { type Option, Select } from '../kit/fields.tsx'
import { ListFrame, SearchField } from '../kit/list.tsx'
import { AdminPage, HistoryLink } from '../kit/page.tsx'
import { given, invalidate, listQuery, patchLists } from '../kit/queries.ts'
import { ResetLinks, readUsers } from './reset-links.tsx'

const isRole = (name: unknown): name is Role => ROLES.some((role) => role === name)

export const roleText = (name: string): string => (isRole(name) ? texts.roles[name] : name)

export const mainRole = (roles: readonly string[]): Role =>
	ROLES.find((role) => roles.includes(role)) ?? 'ROLE_USER'

const ROLE_OPTIONS = ROLES.map((value) => ({ value, label: texts.roles[value] }))

const describeRoles = ({ roles }: ManagedUser): readonly Described[] => [
	{ label: texts.role, text: roles.map(roleText).join(', ') },
]

const rereadUsers = (): void => invalidate('users')

const useRole = (user: ManagedUser) => {
	const { busy, error, run } = useAction()
	const { ask, conflictDialog } = useConflict()
	const { id = '', username } = user
	const params = { id }
	const done = (role: Role): void => {
		toast(texts.assigned(username, roleText(role)), 'good')
		rereadUsers()
	}
	const change = async ({ etag }: ManagedUser, role: Role): Promise<Failure | null> => {
		const options = { idempotencyKey: uuid(), ...ifMatch(etag) }
		const reply = await call(manageUsers.setRoles, { params, body: [role] }, options)
		if (reply.ok) done(role)
		else if (!hasStatus(reply.error, 412)) return reply.error
		else {
			return ask({
				title: texts.assignTo(username),
				record: user.id,
				reread: () => call(manageUsers.get, { params }),
				apply: (theirs): ManagedUser => ({ ...theirs, roles: [role] }),
				describe: describeRoles,
				onSame: () => done(role),
				onKeepMine: (theirs) => assign(role, theirs),
				onTakeTheirs: rereadUsers,
			})
		}
		return null
	}
	const assign = (role: Role, version = user): void =>
		run(async () => {
			const failure = await change(version, role)
			if (!hasStatus(failure, 404)) return failure && errorText(failure, texts.updateFailed)
			// Reloading the list removes the row of a deleted user, so show the message as a toast.
			toast(texts.gone)
			rereadUsers()
			return null
		})
	return { busy, error, conflictDialog, assign }
}

const ICONS: Readonly<Record<Role, { readonly icon: LucideIcon; readonly look: string }>> = {
	ROLE_ADMIN: { icon: ShieldCheck, look: 'bg-primary text-primary-content' },
	ROLE_MODERATOR: { icon: ShieldHalf, look: 'bg-primary/10 text-primary' },
	ROLE_USER: { icon: UserRound, look: 'bg-base-200 text-muted' },
}

const Facts = ({ user, isSelf }: { readonly user: ManagedUser; readonly isSelf: boolean }) => {
	const { icon: Icon, look } = ICONS[mainRole(user.roles)]
	const since = momentText(user.createdAt)
	return (
		<div className="flex min-w-0 flex-1 basis-72 items-start gap-4">
			<span className={`grid size-12 shrink-0 place-items-center rounded-full ${look}`}>
				<Icon aria-hidden="true" />
			</span>
			<div className="min-w-0">
				<h2 className="text-lg leading-snug font-semibold wrap-anywhere">
					<span>{user.username}</span>
					{isSelf && <span className="badge badge-outline ms-2 font-sans">{texts.you}</span>}
				</h2>
				<p className="text-sm text-muted wrap-anywhere">
					{[user.email, since && texts.since(since)].filter(Boolean).join(' · ')}
				</p>
				<ul className="mt-2 flex flex-wrap gap-2">
					{user.roles.map((role) => (
						<li key={role} className="badge badge-outline">
							{roleText(role)}
						</li>
					))}
				</ul>
			</div>
		</div>
	)
}

interface UserRowProps {
	readonly user: ManagedUser
	readonly isSelf: boolean
	readonly onRemove: () => void
}

interface RoleChoiceProps extends Pick<UserRowProps, 'user'> {
	readonly busy: boolean
	readonly onAssign: (role: Role) => void
}

const RoleChoice = ({ user, busy, onAssign }: RoleChoiceProps) => {
	const [role, setRole] = useState(mainRole(user.roles))
	const [asking, setAsking] = useState(false)
	const isAll = user.roles.length === 1 && user.roles[0] === role
	return (
		<div className="flex grow basis-72 gap-2 sm:grow-0">
			<div className="min-w-0 flex-1">
				<Select
					label={texts.assignTo(user.username)}
					value={role}
					options={ROLE_OPTIONS}
					onValue={setRole}
				/>
			</div>
			<button
				type="button"
				className="btn"
				aria-label={common.of(busy ? texts.assigning : texts.assign, user.username)}
				aria-disabled={busy || isAll}
				onClick={() => {
					if (isAll || busy) return
					if (role === 'ROLE_ADMIN') setAsking(true)
					else onAssign(role)
				}}
			>
				{busy ? texts.assigning : texts.assign}
			</button>
			{asking && (
				<Dialog title={texts.grantTitle(user.username)} onClose={() => setAsking(false)}>
					<p className="mt-3">{texts.grantWhy}</p>
					<ConfirmButtons
						label={texts.grant}
						busyLabel={texts.assigning}
						state={{ busy, error: null }}
						onConfirm={() => {
							setAsking(false)
							onAssign(role)
						}}
						onCancel={() => setAsking(false)}
					/>
				</Dialog>
			)}
		</div>
	)
}

const UserRow = ({ user, isSelf, onRemove }: UserRowProps) => {
	const { busy, error, conflictDialog, assign } = useRole(user)
	return (
		<article className="flex flex-wrap items-start gap-x-6 gap-y-3 rounded-box border border-base-300 bg-surface p-4 shadow-paper sm:p-5">
			<Facts user={user} isSelf={isSelf} />
			<div className="flex flex-1 flex-wrap items-center justify-end gap-2">
				{isSelf ? (
					<p className="flex-1 basis-48 py-3 text-sm text-muted">{texts.notYourself}</p>
				) : (
					// The key resets the selection when the user's roles change.
					<RoleChoice key={user.roles.join()} user={user} busy={busy} onAssign={assign} />
				)}
				{user.id !== undefined && <HistoryLink id={user.id} name={user.username} />}
				{!isSelf && (
					<IconButton
						label={common.remove}
						name={user.username}
						icon={Trash}
						className="text-error"
						onPress={onRemove}
					/>
				)}
			</div>
			<p role="alert" className="basis-full font-medium text-error empty:hidden">
				{error}
			</p>
			{conflictDialog}
		</article>
	)
}

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

interface RemoveUserProps extends RemovalHeard {
	readonly user: ManagedUser
}

const RemoveUser = ({ user, ...heard }: RemoveUserProps) => {
	const { id = '', username } = user
	const params = { id }
	return (
		<DeleteDialog
			{...heard}
			title={texts.removeTitle(username)}
			name={username}
			record={user}
			describe={describeRoles}
			consequences={async () => ({ ok: true, value: [texts.removed] })}
			remove={(options) => call(manageUsers.remove, { params }, options)}
			reread={() => call(manageUsers.get, { params })}
			restore={(options) => call(manageUsers.restore, { params }, options)}
			failed={texts.deleteFailed}
		/>
	)
}

export const UsersPage = ({ search, role, onFilter }: UsersPageProps) => {
	const { user: self } = useSession()
	const [removing, setRemoving] = useState<ManagedUser | null>(null)
	const filter = { search, role }
	const list = useInfiniteQuery(
		listQuery('users', filter, (after, signal) => readUsers(filter, after, signal)),
	)
	const isSelf = ({ id, username }: ManagedUser): boolean =>
		self?.id === undefined ? username === self?.username : id === self.id
	return (
		<AdminPage title={common.pages.users} about={texts.about}>
			<search className="mb-5 grid gap-3 sm:grid-cols-[1fr_13rem]">
				<SearchField
					label={texts.search}
					term={search}
					onSearch={(term) => onFilter(given({ search: term, role }))}
				/>
				<Select
					label={texts.role}
					value={role ?? ''}
					options={FILTERS}
					onValue={(value) => onFilter(given({ search, role: value }))}
				/>
			</search>
			<ListFrame list={list} empty={texts.empty} failed={texts.failed}>
				{(rows) => (
					<ul className="grid gap-3">
						{rows.map((user) => (
							<li key={user.id ?? user.username}>
								<UserRow user={user} isSelf={isSelf(user)} onRemove={() => setRemoving(user)} />
							</li>
						))}
					</ul>
				)}
			</ListFrame>
			{/* Wait for the list: a later layout shift would move the links under a finger. */}
			{!list.isPending && <ResetLinks />}
			{removing && (
				<RemoveUser
					user={removing}
					onRemoved={() =>
						patchLists<ManagedUser>('users', (rows) => rows.filter(({ id }) => id !== removing.id))
					}
					onRestored={rereadUsers}
					onClose={() => setRemoving(null)}
				/>
			)}
		</AdminPage>
	)
}
