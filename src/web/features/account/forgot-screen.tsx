import { Field, Form, useForm } from '@formisch/react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { auth, ForgotPasswordForm } from '#contract/auth.ts'
import { failureText } from '#http/failure.ts'
import { call } from '#web/app/client.ts'
import { usePageTitle } from '#web/ui/use-page-title.ts'
import { AccountPage, FormError, FormNote, SubmitButton } from './account-page.tsx'
import { TextField } from './text-field.tsx'

/** What came of a request: the server's word, or what went wrong. Both null while nothing was sent. */
interface Outcome {
	readonly told: string | null
	readonly error: string | null
}

const NOTHING: Outcome = { told: null, error: null }

const ask = async (email: string): Promise<Outcome> => {
	const reply = await call(auth.forgotPassword, { body: { email } })
	if (reply.ok) return { told: reply.value.message, error: null }
	return { told: null, error: failureText(reply.error, 'An error occurred. Please try again.') }
}

/** The page that asks for a link to set a new password. It answers alike whether or not there is such an account. */
export const ForgotScreen = () => {
	usePageTitle('Forgot password')
	const [{ told, error }, setOutcome] = useState(NOTHING)
	const form = useForm({
		schema: ForgotPasswordForm,
		initialInput: { email: '' },
		validate: 'blur',
	})
	const submit = async ({ email }: { readonly email: string }): Promise<void> => {
		setOutcome(NOTHING)
		setOutcome(await ask(email))
	}
	return (
		<AccountPage title="Forgot password">
			<Form of={form} onSubmit={submit} className="grid gap-5">
				<p>Enter the email address of your account to ask for a link to set a new password.</p>
				<FormError text={error} />
				<FormNote text={told} />
				<Field of={form} path={['email']}>
					{({ input, errors, props }) => (
						<TextField
							{...{ input, errors, props }}
							label="Email"
							type="email"
							autoComplete="email"
							submitted={form.isSubmitted}
							onEdit={() => setOutcome(NOTHING)}
						/>
					)}
				</Field>
				<SubmitButton busy={form.isSubmitting} label="Send" busyLabel="Sending..." />
			</Form>
			<p className="mt-5 text-center text-muted">
				<Link to="/login" className="inline-block py-3 font-medium text-primary underline">
					Back to sign in
				</Link>
			</p>
		</AccountPage>
	)
}
