import { Field, Form, type FormStore, useForm } from '@formisch/react'
import { Link, useRouterState } from '@tanstack/react-router'
import { lazy, type ReactNode, useState } from 'react'
import { auth, LoginForm } from '#contract/auth.ts'
import type { Failure } from '#http/failure.ts'
import { call } from '#web/app/api.ts'
import { openErasure } from '#web/app/erasure-mark.ts'
import { session } from '#web/app/session.ts'
import { keeping } from '#web/app/storage.ts'
import { account } from '#web/texts/en/account.ts'
import { nav } from '#web/texts/en/shell.ts'
import { messageText } from '#web/texts/language.ts'
import { draftOf } from '#web/ui/draft.ts'
import { TextField } from '#web/ui/form-fields.tsx'
import { useOnline } from '#web/ui/hooks.ts'
import { Mark } from '#web/ui/notice.tsx'
import { LazyBoundary, usePageTitle } from '#web/ui/page.tsx'

interface AccountPageProps {
	readonly title: string
	/** Why the visitor was sent here. Null if there is no reason to give. */
	readonly why?: string | null
	readonly children: ReactNode
}

export const AccountPage = ({ title, why = null, children }: AccountPageProps) => {
	const online = useOnline()
	const noConnection = keeping.keeps()
		? `${account.noConnection} ${account.keptBefore}`
		: account.noConnection
	return (
		<div className="mx-auto w-full max-w-md px-4 py-8 sm:py-14">
			<div className="mb-7 text-center">
				<Mark className="mx-auto size-12" />
				<h1 className="mt-4 text-3xl font-semibold">{title}</h1>
				<p className="mt-2 text-muted">{account.tagline}</p>
			</div>
			<div className="rounded-box border border-base-300 bg-surface p-5 shadow-paper sm:p-8">
				<p role="status" className="mb-5 rounded-field bg-base-200 px-4 py-3 text-sm empty:hidden">
					{!online && noConnection}
				</p>
				{why && <p className="mb-5">{why}</p>}
				{children}
			</div>
			<p className="mt-5 text-center">
				<Link to="/about" className="inline-block py-3 font-medium text-primary underline">
					{nav.about}
				</Link>
			</p>
		</div>
	)
}

/** Pages that need an account because it saves the answers of quizzes. */
const QUIZZES = /^\/(?:elections|quiz)(?:[/?#]|$)/

/** Why a page needs an account; null for other pages. @param redirect page to open after the sign-in. */
export const accountReason = (redirect: string | undefined): string | null =>
	redirect !== undefined && QUIZZES.test(redirect) ? account.why : null

export const FormError = ({ text }: { readonly text: string | null }) => (
	<p
		role="alert"
		className="rounded-field border border-error bg-error/10 px-4 py-3 font-medium text-error empty:hidden"
	>
		{text}
	</p>
)

export const FormNote = ({ text }: { readonly text: string | null }) => (
	<p role="status" className="rounded-field bg-base-200 px-4 py-3 empty:hidden">
		{text}
	</p>
)

interface SubmitButtonProps {
	readonly busy: boolean
	readonly label: string
	readonly busyLabel: string
}

export const SubmitButton = ({ busy, label, busyLabel }: SubmitButtonProps) => (
	<button type="submit" className="btn btn-primary text-base" disabled={busy}>
		{busy ? busyLabel : label}
	</button>
)

/** Raw error text, matched against the specified patterns by `loginErrorText`. */
const rawText = (failure: Failure): string => {
	switch (failure.kind) {
		case 'offline':
		case 'timeout':
			return 'Network error'
		case 'problem':
			return failure.message || (failure.status === 401 ? 'Unauthorized' : '')
		case 'bad-response':
			return ''
	}
}

export const loginErrorText = (failure: Failure): string => {
	const text = rawText(failure)
	if (/unauthorized|401|bad credentials/i.test(text)) return account.badCredentials
	if (/network/i.test(text)) return account.noAnswer
	return (failure.kind === 'problem' && messageText(failure)) || account.loginFailed
}

interface SignIn {
	readonly username: string
	readonly password: string
	readonly remember: boolean
}

/** Signs in; the route guards then redirect. @returns the error text, or null. */
const signIn = async ({ remember, ...body }: SignIn): Promise<string | null> => {
	const reply = await call(auth.login, { body })
	if (!reply.ok) return loginErrorText(reply.error)
	session.signIn({ ...reply.value, remember })
	return null
}

const Remember = ({ form }: { readonly form: FormStore<typeof LoginForm> }) => (
	<Field of={form} path={['remember']}>
		{({ input, props }) => (
			<label className="-my-2 flex min-h-12 items-center gap-3">
				<input
					{...props}
					type="checkbox"
					checked={input ?? true}
					className="checkbox checkbox-primary border-edge"
				/>
				{account.remember}
			</label>
		)}
	</Field>
)

// Lazy: these read the device's database, which signing in does not need.
const KeptNote = lazy(async () => ({ default: (await import('./kept-note.tsx')).KeptNote }))
const Settling = lazy(async () => ({ default: (await import('./settling.tsx')).Settling }))

const Expired = () => {
	const voter = session.expiredKey()
	return (
		voter !== null && (
			<p role="status" className="mb-5 rounded-field bg-base-200 px-4 py-3">
				<span>{session.isAccountGone() ? account.gone : account.ended}</span>
				<LazyBoundary>
					<KeptNote voter={voter} />
				</LazyBoundary>
			</p>
		)
	)
}

/** Settles an unconfirmed erasure request first. */
const Ended = () => {
	const [open] = useState(() => openErasure() !== null)
	const expired = <Expired />
	if (!open) return expired
	return (
		<LazyBoundary failed={expired}>
			<Settling otherwise={expired} />
		</LazyBoundary>
	)
}

const NoteBefore = () => {
	const note = useRouterState({ select: ({ location }) => location.state.note })
	return (
		note && (
			<p role="status" className="mb-5 rounded-field bg-base-200 px-4 py-3">
				{note}
			</p>
		)
	)
}

const DRAFT = draftOf('login.username')

/** @param redirect page to open after the sign-in; the route guards go there. */
export const LoginScreen = ({ redirect }: { readonly redirect: string | undefined }) => {
	usePageTitle(account.signInTitle)
	const [error, setError] = useState<string | null>(null)
	const form = useForm({
		schema: LoginForm,
		initialInput: { username: DRAFT.read(), password: '', remember: true },
		validate: 'blur',
	})
	const submit = async (typed: SignIn): Promise<void> => {
		setError(null)
		const failed = await signIn(typed)
		if (failed === null) DRAFT.keep('')
		setError(failed)
	}
	const shared = { submitted: form.isSubmitted, onEdit: () => setError(null) }
	return (
		<AccountPage
			title={account.welcome}
			why={session.expiredKey() === null ? accountReason(redirect) : null}
		>
			<NoteBefore />
			<Ended />
			<Form of={form} onSubmit={submit} className="grid gap-5">
				<FormError text={error} />
				<Field of={form} path={['username']}>
					{({ input, errors, props }) => (
						<TextField
							{...{ input, errors, props, ...shared }}
							label={account.username}
							type="text"
							autoComplete="username"
							draft={DRAFT}
						/>
					)}
				</Field>
				<Field of={form} path={['password']}>
					{({ input, errors, props }) => (
						<TextField
							{...{ input, errors, props, ...shared }}
							label={account.password}
							type="password"
							autoComplete="current-password"
						/>
					)}
				</Field>
				<div className="flex flex-wrap items-center justify-between gap-3">
					<Remember form={form} />
					<Link to="/forgot-password" className="-my-2 py-3 font-medium text-primary underline">
						{account.forgot}
					</Link>
				</div>
				<SubmitButton
					busy={form.isSubmitting}
					label={account.signIn}
					busyLabel={account.signingIn}
				/>
			</Form>
			<p className="mt-5 text-center text-muted">
				<span>{`${account.newHere} `}</span>
				<Link
					to="/register"
					search={{ redirect }}
					className="inline-block py-3 font-medium text-primary underline"
				>
					{account.registerNow}
				</Link>
			</p>
		</AccountPage>
	)
}
