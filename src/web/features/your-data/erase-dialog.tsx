import { Field, Form, focus, setErrors, useForm } from '@formisch/react'
import { useState } from 'react'
import { EraseForm } from '#contract/your-data.ts'
import { type Failure, failureText } from '#http/failure.ts'
import type { Holdings } from '#local/your-data.ts'
import { eraseAccount } from '#web/app/erasure.ts'
import { said } from '#web/texts/language.ts'
import { yourData } from '#web/texts/your-data.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { useOnline } from '#web/ui/use-online.ts'
import { HeldList } from './held-list.tsx'
import { useLeaving } from './use-leaving.ts'

/** What the server objected to in the password itself. */
const passwordError = (failure: Failure): string | null =>
	failure.kind === 'problem'
		? (failure.errors.find(({ path }) => path === 'password')?.message ?? null)
		: null

const textOf = (failure: Failure): string =>
	failure.kind === 'problem' && failure.status < 500
		? said(failureText(failure, yourData.eraseFailed))
		: yourData.eraseUnclear

interface EraseDialogProps {
	readonly held: Holdings | null
	readonly onClose: () => void
}

/** @returns null where this device did not do its part. */
const tryToErase = async (password: string) => {
	try {
		return await eraseAccount(password)
	} catch (fault) {
		reportError(fault)
		return null
	}
}

const useErasing = () => {
	const leave = useLeaving()
	const [error, setError] = useState<string | null>(null)
	const form = useForm({ schema: EraseForm, initialInput: { password: '' }, validate: 'blur' })
	const submit = async ({ password }: { readonly password: string }): Promise<void> => {
		setError(null)
		const outcome = await tryToErase(password)
		if (outcome === null) return setError(yourData.eraseFailed)
		if (outcome === 'erased') return leave(yourData.erased)
		if (outcome === 'left') return leave(yourData.erasedButHere)
		const wrong = passwordError(outcome)
		if (wrong === null) return setError(textOf(outcome))
		setErrors(form, { path: ['password'], errors: [wrong] })
		focus(form, { path: ['password'] })
	}
	return { form, submit, error, clear: () => setError(null) }
}

/** Says what goes, and erases the account on the voter's password. Whatever goes wrong is said here, and what was typed stays. */
export const EraseDialog = ({ held, onClose }: EraseDialogProps) => {
	const online = useOnline()
	const { form, submit, error, clear } = useErasing()
	const busy = form.isSubmitting
	const close = (): void => {
		if (!busy) onClose()
	}
	const first = [yourData.account, ...(held && held.quizzes > 0 ? [yourData.quizzes(held)] : [])]
	return (
		<Dialog title={yourData.eraseTitle} onClose={close}>
			<p className="mt-3">{yourData.eraseIntro}</p>
			<HeldList first={first} held={held} />
			<Form of={form} onSubmit={submit} className="mt-5 grid gap-4">
				<p className="text-muted">{yourData.passwordWhy}</p>
				<Field of={form} path={['password']}>
					{({ input, errors, props }) => (
						<TextField
							{...{ input, errors, props }}
							label={yourData.password}
							type="password"
							autoComplete="current-password"
							submitted={form.isSubmitted}
							onEdit={clear}
						/>
					)}
				</Field>
				<p role="status" className="rounded-field bg-base-200 px-4 py-3 empty:hidden">
					{!online && yourData.eraseOffline}
				</p>
				<p role="alert" className="font-medium text-error empty:hidden">
					{error}
				</p>
				<div className="grid gap-3 sm:grid-cols-2">
					<button type="button" className="btn" aria-disabled={busy} onClick={close}>
						{yourData.cancel}
					</button>
					<button
						type="submit"
						className="btn btn-error"
						disabled={busy || !online || held === null}
					>
						{busy ? yourData.erasing : yourData.eraseAll}
					</button>
				</div>
			</Form>
		</Dialog>
	)
}
