import { Field, Form, setErrors, useForm } from '@formisch/react'
import { Link, useRouter } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { auth, ForgotPasswordForm, ResetPasswordForm } from '#contract/auth.ts'
import { users } from '#contract/users.ts'
import type { Failure } from '#http/failure.ts'
import { call, uuid } from '#web/app/api.ts'
import { useLacking } from '#web/app/capabilities.ts'
import { parseSearch, textParam } from '#web/app/search.ts'
import { session } from '#web/app/session.ts'
import { account } from '#web/texts/en/account.ts'
import { messageText } from '#web/texts/language.ts'
import { draftOf } from '#web/ui/draft.ts'
import { failureText, fieldTexts } from '#web/ui/failure-text.ts'
import { TextField } from '#web/ui/form-fields.tsx'
import { usePageTitle } from '#web/ui/page.tsx'
import { toast } from '#web/ui/toast.ts'
import { AccountPage, FormError, FormNote, SubmitButton } from './login-screen.tsx'

// Both pages share one chunk: users often visit the second a little later, maybe without a connection.

interface Outcome {
	readonly told: string | null
	readonly error: string | null
}

const NOTHING: Outcome = { told: null, error: null }

const ask = async (email: string): Promise<Outcome> => {
	const reply = await call(auth.forgotPassword, { body: { email } })
	if (reply.ok) return { told: messageText(reply.value), error: null }
	return { told: null, error: failureText(reply.error, account.failed) }
}

const DRAFT = draftOf('forgot.email')

/** Page that requests a password reset link. Its reply does not reveal whether the account exists. */
export const ForgotScreen = () => {
	usePageTitle(account.forgot)
	const lacking = useLacking('password-reset')
	const [{ told, error }, setOutcome] = useState(NOTHING)
	const form = useForm({
		schema: ForgotPasswordForm,
		initialInput: { email: DRAFT.read() },
		validate: 'blur',
	})
	const submit = async ({ email }: { readonly email: string }): Promise<void> => {
		setOutcome(NOTHING)
		const outcome = await ask(email)
		if (outcome.error === null) DRAFT.keep('')
		setOutcome(outcome)
	}
	return (
		<AccountPage title={account.forgot}>
			{lacking ? (
				<p>{account.noLinks}</p>
			) : (
				<Form of={form} onSubmit={submit} className="grid gap-5">
					<p>{account.askForLink}</p>
					<FormError text={error} />
					<FormNote text={told} />
					<Field of={form} path={['email']}>
						{({ input, errors, props }) => (
							<TextField
								{...{ input, errors, props }}
								label={account.email}
								type="email"
								autoComplete="email"
								draft={DRAFT}
								submitted={form.isSubmitted}
								onEdit={() => setOutcome(NOTHING)}
							/>
						)}
					</Field>
					<SubmitButton busy={form.isSubmitting} label={account.send} busyLabel={account.sending} />
				</Form>
			)}
			<p className="mt-5 text-center text-muted">
				<Link to="/login" className="inline-block py-3 font-medium text-primary underline">
					{account.backToSignIn}
				</Link>
			</p>
		</AccountPage>
	)
}

/** Returns an idempotency key that stays the same while the body is unchanged, e.g. for a retry after a lost reply. */
export const useIdempotencyKey = (): ((body: object) => string) => {
	const last = useRef({ sent: '', key: '' })
	return (body) => {
		const sent = JSON.stringify(body)
		if (last.current.sent !== sent) last.current = { sent, key: uuid() }
		return last.current.key
	}
}

const FIELDS = [
	{ path: ['password'], label: account.newPassword },
	{ path: ['confirmPassword'], label: account.confirm },
] as const

/**
 * Reads the reset token and removes it from the URL and the history at once. Without a token, redirects to
 * /forgot-password.
 */
const useToken = (): string | null => {
	const router = useRouter()
	const [token] = useState(() => textParam(parseSearch(location.search).token) ?? null)
	useEffect(() => {
		const to = token === null ? '/forgot-password' : '/reset-password'
		router.navigate({ to, replace: true }).catch(reportError)
	}, [router, token])
	return token
}

/** Sets the password and goes to the login with the server's message. @returns the failure, or null. */
const useReset = (token: string | null): ((password: string) => Promise<Failure | null>) => {
	const router = useRouter()
	const keyOf = useIdempotencyKey()
	return async (password) => {
		const body = { token: token ?? '', password }
		const reply = await call(auth.resetPassword, { body }, { idempotencyKey: keyOf(body) })
		if (!reply.ok) return reply.error
		const note = messageText(reply.value)
		// The reset revoked this account's tokens. Call the server so that a session with one ends.
		if (session.token() !== null) await call(users.profile, {})
		if (session.token() !== null) toast(note, 'good')
		await router.navigate({ to: '/login', replace: true, state: { note } })
		return null
	}
}

export const ResetScreen = () => {
	usePageTitle(account.newPasswordTitle)
	const [error, setError] = useState<string | null>(null)
	const reset = useReset(useToken())
	const form = useForm({
		schema: ResetPasswordForm,
		initialInput: { password: '', confirmPassword: '' },
		validate: 'blur',
	})
	const submit = async ({ password }: { readonly password: string }): Promise<void> => {
		setError(null)
		const failure = await reset(password)
		if (failure === null) return
		setError(failureText(failure, account.failed))
		const { password: wrong } = fieldTexts(failure)
		if (wrong !== undefined) setErrors(form, { path: ['password'], errors: [wrong] })
	}
	return (
		<AccountPage title={account.newPasswordTitle}>
			<Form of={form} onSubmit={submit} className="grid gap-5">
				<FormError text={error} />
				{FIELDS.map(({ path, label }) => (
					<Field key={label} of={form} path={path}>
						{({ input, errors, props }) => (
							<TextField
								{...{ input, errors, props, label }}
								type="password"
								autoComplete="new-password"
								submitted={form.isSubmitted}
								onEdit={() => setError(null)}
							/>
						)}
					</Field>
				))}
				<SubmitButton busy={form.isSubmitting} label={account.set} busyLabel={account.setting} />
			</Form>
			<p className="mt-5 text-center text-muted">
				<Link
					to="/forgot-password"
					className="inline-block py-3 font-medium text-primary underline"
				>
					{account.newLink}
				</Link>
			</p>
		</AccountPage>
	)
}
