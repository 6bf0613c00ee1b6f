import { useQuery } from '@tanstack/react-query'
import { Copy } from 'lucide-react'
import { useState } from 'react'
import type { PageOf } from '#contract/admin/fields.ts'
import { type ManagedUser, manageUsers, passwordResets } from '#contract/admin/users.ts'
import type { Result, Role } from '#domain/types.ts'
import { type Failure, isOffline } from '#http/failure.ts'
import { call } from '#web/app/api.ts'
import { useCapability } from '#web/app/capabilities.ts'
import { common, users } from '#web/texts/en/admin/common.ts'
import { minuteText } from '#web/ui/format.ts'
import { toast } from '#web/ui/toast.ts'
import { errorText } from '../kit/errors.ts'
import { failureOf, given, listFallback, mentions, unwrap } from '../kit/queries.ts'

const texts = users.resets

const copy = async (link: string): Promise<void> => {
	try {
		await navigator.clipboard.writeText(link)
		toast(texts.copied, 'good')
	} catch {
		// Clipboard access may be denied: the link is also in a text field.
		toast(texts.notCopied)
	}
}

const Link = ({ name, link }: { readonly name: string; readonly link: string }) => (
	<div className="mt-2 flex gap-2">
		<input
			type="text"
			readOnly
			aria-label={texts.link(name)}
			value={link}
			className="input w-full min-w-0 border-edge bg-surface font-mono text-sm"
			onFocus={({ target }) => target.select()}
		/>
		<button
			type="button"
			className="btn"
			aria-label={common.of(texts.copy, name)}
			onClick={() => void copy(link).catch(reportError)}
		>
			<Copy aria-hidden="true" className="size-5 shrink-0" />
			<span>{texts.copy}</span>
		</button>
	</div>
)

const PendingResets = () => {
	const [now] = useState(Date.now)
	const query = useQuery({
		queryKey: ['password-resets'],
		queryFn: ({ signal }) => unwrap(call(passwordResets.list, {}, { signal })),
	})
	const { data, refetch } = query
	const failure = failureOf(query)
	return (
		<section className="mt-10">
			<h2 className="text-xl font-semibold">{texts.title}</h2>
			<p className="mt-1 text-muted">{texts.about}</p>
			{isOffline(failure) && <p className="mt-3">{common.needsConnectionWhy}</p>}
			{failure && !isOffline(failure) && (
				<div role="alert" className="mt-3 flex flex-wrap items-center gap-3">
					<p className="font-medium text-error">{`${texts.failed} ${errorText(failure, '')}`}</p>
					<button type="button" className="btn" onClick={() => void refetch()}>
						{common.retry}
					</button>
				</div>
			)}
			{data?.length === 0 && <p className="mt-3">{texts.none}</p>}
			<ul className="mt-3 grid gap-3 empty:hidden">
				{data?.map(({ id, username, email, link, expiresAt }) => (
					<li key={id} className="rounded-box border border-base-300 bg-surface p-4">
						<p className="wrap-anywhere">
							<strong className="font-semibold">{username}</strong>{' '}
							<span className="text-muted">
								{[email, texts.until(minuteText(Date.parse(expiresAt), now))].join(' · ')}
							</span>
						</p>
						{link === null ? (
							<p className="mt-2 text-muted">{texts.byMail}</p>
						) : (
							<Link name={username} link={link} />
						)}
					</li>
				))}
			</ul>
		</section>
	)
}

export const ResetLinks = () => useCapability('password-reset') && <PendingResets />

export interface UserFilter {
	readonly search: string
	readonly role?: Role | undefined
}

export const readUsers = async (
	{ search, role }: UserFilter,
	after: string | undefined,
	signal: AbortSignal,
): Promise<Result<PageOf<ManagedUser>, Failure>> => {
	const query = given({ after, search, role })
	return listFallback(
		() => call(manageUsers.page, { query }, { signal }),
		() => call(manageUsers.list, {}, { signal }),
		({ username, email, roles }) =>
			(role === undefined || roles.includes(role)) && mentions(search, [username, email]),
	)
}
