import { Field, Form, useForm } from '@formisch/react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { auth, ForgotPasswordForm } from '#contract/auth.ts'
import { failureText } from '#http/failure.ts'
import { call } from '#web/app/client.ts'
import { account } from '#web/texts/account.ts'
import { TextField } from '#web/ui/text-field.tsx'
import { draftOf } from '#web/ui/use-draft.ts'
import { usePageTitle } from '#web/ui/use-page-title.ts'
import { AccountPage, FormError, FormNote, SubmitButton } from './account-page.tsx'

/** What came of a request: the server's word, or what went wrong. Both null while nothing was sent. */
interface Outcome {
	readonly told: string | null
	readonly error: string | null
}

const NOTHING: Outcome = { told: null, error: null }

const ask = async (email: string): Promise<Outcome> => {
	const reply = await call(auth.forgotPassword, { body: { email } })
	if (reply.ok) return { told: reply.value.message, error: null }
	return { told: null, error: failureText(reply.error, account.failed) }
}

const DRAFT = draftOf('forgot.email')

/** The page that asks for a link to set a new password. It answers alike whether or not there is such an account. */
export const ForgotScreen = () => {
	usePageTitle(account.forgot)
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
			<p className="mt-5 text-center text-muted">
				<Link to="/login" className="inline-block py-3 font-medium text-primary underline">
					{account.backToSignIn}
				</Link>
			</p>
		</AccountPage>
	)
}
