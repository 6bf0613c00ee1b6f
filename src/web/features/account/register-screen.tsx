import { Field, Form, setErrors, useForm } from '@formisch/react'
import { Link, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { auth, RegisterForm } from '#contract/auth.ts'
import type { Failure } from '#http/failure.ts'
import { call } from '#web/app/api.ts'
import { session } from '#web/app/session.ts'
import { account } from '#web/texts/en/account.ts'
import { draftOf } from '#web/ui/draft.ts'
import { failureText, fieldTexts } from '#web/ui/failure-text.ts'
import { TextField } from '#web/ui/form-fields.tsx'
import { usePageTitle } from '#web/ui/page.tsx'
import { AccountPage, accountReason, FormError, SubmitButton } from './login-screen.tsx'
import { useIdempotencyKey } from './password-screens.tsx'

interface NewAccount {
	readonly username: string
	readonly email: string
	readonly password: string
}

const FIELDS = [
	{ path: ['username'], label: account.username, type: 'text', autoComplete: 'username' },
	{ path: ['email'], label: account.email, type: 'email', autoComplete: 'email' },
	{ path: ['password'], label: account.password, type: 'password', autoComplete: 'new-password' },
	{
		path: ['confirmPassword'],
		label: account.confirm,
		type: 'password',
		autoComplete: 'new-password',
	},
] as const

/** Creates the account and signs in, or goes to the login if the server returned no token. */
const useRegister = (
	redirect: string | undefined,
): ((body: NewAccount) => Promise<Failure | null>) => {
	const router = useRouter()
	const keyOf = useIdempotencyKey()
	return async (body) => {
		const reply = await call(auth.register, { body }, { idempotencyKey: keyOf(body) })
		if (!reply.ok) return reply.error
		const { token, user } = reply.value
		if (token !== null && user !== null) session.signIn({ token, user, remember: true })
		else await router.navigate({ to: '/login', search: { redirect } })
		return null
	}
}

const DRAFTS = { username: draftOf('register.username'), email: draftOf('register.email') }

/** @param redirect page to open after the registration; the route guards go there. */
export const RegisterScreen = ({ redirect }: { readonly redirect: string | undefined }) => {
	usePageTitle(account.create)
	const [error, setError] = useState<string | null>(null)
	const register = useRegister(redirect)
	const form = useForm({
		schema: RegisterForm,
		initialInput: {
			username: DRAFTS.username.read(),
			email: DRAFTS.email.read(),
			password: '',
			confirmPassword: '',
		},
		validate: 'blur',
	})
	const submit = async ({ username, email, password }: NewAccount): Promise<void> => {
		setError(null)
		const failure = await register({ username, email, password })
		if (failure === null) {
			for (const draft of Object.values(DRAFTS)) draft.keep('')
			return
		}
		setError(failureText(failure, account.registerFailed))
		const wrong = fieldTexts(failure)
		for (const { path } of FIELDS) {
			const text = wrong[path[0]]
			if (text !== undefined) setErrors(form, { path: [path[0]], errors: [text] })
		}
	}
	return (
		<AccountPage title={account.create} why={accountReason(redirect)}>
			<Form of={form} onSubmit={submit} className="grid gap-5">
				<FormError text={error} />
				{FIELDS.map(({ path, ...texts }) => (
					<Field key={texts.label} of={form} path={path}>
						{({ input, errors, props }) => (
							<TextField
								{...{ input, errors, props, ...texts }}
								{...(path[0] in DRAFTS && { draft: DRAFTS[path[0] as keyof typeof DRAFTS] })}
								submitted={form.isSubmitted}
								onEdit={() => setError(null)}
							/>
						)}
					</Field>
				))}
				<SubmitButton
					busy={form.isSubmitting}
					label={account.register}
					busyLabel={account.creating}
				/>
			</Form>
			<p className="mt-5 text-center text-muted">
				<Link
					to="/login"
					search={{ redirect }}
					className="inline-block py-3 font-medium text-primary underline"
				>
					{account.haveAccount}
				</Link>
			</p>
		</AccountPage>
	)
}
