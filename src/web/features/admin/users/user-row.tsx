import { type LucideIcon, ShieldCheck, ShieldHalf, Trash, UserRound } from 'lucide-react'
import { useState } from 'react'
import type { ManagedUser } from '#contract/manage-users.ts'
import type { Role } from '#domain/types.ts'
import { common } from '#web/texts/admin/common.ts'
import { users as texts } from '#web/texts/admin/users.ts'
import { momentText } from '#web/ui/dates.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { Select } from '../forms/select.tsx'
import { HistoryLink } from '../frame/history-link.tsx'
import { mainRole, ROLE_OPTIONS, roleText } from './roles.ts'
import { useRole } from './use-role.ts'

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
	/** Whether it is the administrator who looks at it. */
	readonly isSelf: boolean
	readonly onChanged: () => void
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
					<div className="mt-5 grid gap-3 sm:grid-cols-2">
						<button type="button" className="btn" onClick={() => setAsking(false)}>
							{common.cancel}
						</button>
						<button
							type="button"
							className="btn btn-primary"
							onClick={() => {
								setAsking(false)
								onAssign(role)
							}}
						>
							{texts.grant}
						</button>
					</div>
				</Dialog>
			)}
		</div>
	)
}

/** A user with their roles, and what can be done to their account. */
export const UserRow = ({ user, isSelf, onChanged, onRemove }: UserRowProps) => {
	const { busy, error, assign } = useRole(user, onChanged)
	return (
		<article className="flex flex-wrap items-start gap-x-6 gap-y-3 rounded-box border border-base-300 bg-surface p-4 shadow-paper sm:p-5">
			<Facts user={user} isSelf={isSelf} />
			<div className="flex flex-1 flex-wrap items-center justify-end gap-2">
				{isSelf ? (
					<p className="flex-1 basis-48 py-3 text-sm text-muted">{texts.notYourself}</p>
				) : (
					// What was chosen gives way to what the user has now.
					<RoleChoice key={user.roles.join()} user={user} busy={busy} onAssign={assign} />
				)}
				{user.id !== undefined && <HistoryLink id={user.id} name={user.username} />}
				{!isSelf && (
					<button
						type="button"
						className="btn btn-ghost text-error"
						aria-label={common.of(common.remove, user.username)}
						onClick={onRemove}
					>
						<Trash aria-hidden="true" className="size-5 shrink-0" />
						<span>{common.remove}</span>
					</button>
				)}
			</div>
			<p role="alert" className="basis-full font-medium text-error empty:hidden">
				{error}
			</p>
		</article>
	)
}
