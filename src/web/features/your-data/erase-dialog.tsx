import { Field, Form, focus, setErrors, useForm } from '@formisch/react'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { EraseForm } from '#contract/your-data.ts'
import type { Holdings } from '#device/your-data.ts'
import type { Failure } from '#http/failure.ts'
import { eraseAccount, leaveNothing } from '#web/app/erasure.ts'
import { session } from '#web/app/session.ts'
import { yourData } from '#web/texts/en/your-data.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { failureText, fieldTexts } from '#web/ui/failure-text.ts'
import { TextField } from '#web/ui/form-fields.tsx'
import { useOnline } from '#web/ui/hooks.ts'
import { HeldList } from './held-list.tsx'

/** Goes to the login with a note. Replaces the history entry: this page needs a session. */
const useLeaving = (): ((note: string) => Promise<void>) => {
	const router = useRouter()
	return (note) => router.navigate({ to: '/login', replace: true, state: { note } })
}

const textOf = (failure: Failure): string =>
	failure.kind === 'problem' && failure.status < 500
		? failureText(failure, yourData.eraseFailed)
		: yourData.eraseUnclear

interface EraseDialogProps {
	readonly held: Holdings | null
	readonly onClose: () => void
}

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
		const { password: wrong } = fieldTexts(outcome)
		if (wrong === undefined) return setError(textOf(outcome))
		setErrors(form, { path: ['password'], errors: [wrong] })
		focus(form, { path: ['password'] })
	}
	return { form, submit, error, clear: () => setError(null) }
}

/** Dialog that erases the account after a password check. Errors keep the dialog and its input. */
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

const remove = async (): Promise<string> => {
	const voter = session.userKey()
	// Signed out in another tab, which has already asked about the data.
	if (voter === null) return yourData.removedNot
	try {
		await leaveNothing(voter)
		return yourData.removed
	} catch (fault) {
		reportError(fault)
		return yourData.removedNot
	}
}

interface RemoveDialogProps {
	readonly held: Holdings | null
	readonly onClose: () => void
}

/** Dialog that confirms erasing the user's data on this device only. */
export const RemoveDialog = ({ held, onClose }: RemoveDialogProps) => {
	const leave = useLeaving()
	const [busy, setBusy] = useState(false)
	const close = (): void => {
		if (!busy) onClose()
	}
	const confirm = (): void => {
		// Wait for the counts: the dialog must show them first.
		if (busy || held === null) return
		setBusy(true)
		remove().then(leave).catch(reportError)
	}
	return (
		<Dialog title={yourData.removeTitle} onClose={close}>
			<p className="mt-3">{yourData.removeIntro}</p>
			<HeldList first={held ? [yourData.copies(held)] : []} held={held} />
			<div className="mt-5 grid gap-3">
				<button type="button" className="btn" aria-disabled={busy} onClick={close}>
					{yourData.cancel}
				</button>
				<button
					type="button"
					className="btn btn-outline btn-error"
					aria-disabled={busy}
					onClick={confirm}
				>
					{busy ? yourData.removing : yourData.removeAll}
				</button>
			</div>
		</Dialog>
	)
}
