import type { ReactNode } from 'react'
import { keeping } from '#web/app/storage.ts'
import { account } from '#web/texts/account.ts'
import { said } from '#web/texts/language.ts'
import { Mark } from '#web/ui/mark.tsx'
import { useOnline } from '#web/ui/use-online.ts'

interface AccountPageProps {
	readonly title: string
	readonly children: ReactNode
}

/** The frame of the sign-in pages: mark, heading, tagline, form. */
export const AccountPage = ({ title, children }: AccountPageProps) => {
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
				{children}
			</div>
		</div>
	)
}

/** The server's word on a form, read out as it appears. */
export const FormError = ({ text }: { readonly text: string | null }) => (
	<p
		role="alert"
		className="rounded-field border border-error bg-error/10 px-4 py-3 font-medium text-error empty:hidden"
	>
		{text && said(text)}
	</p>
)

/** What has been done, read out as it appears. */
export const FormNote = ({ text }: { readonly text: string | null }) => (
	<p role="status" className="rounded-field bg-base-200 px-4 py-3 empty:hidden">
		{text && said(text)}
	</p>
)

interface SubmitButtonProps {
	readonly busy: boolean
	readonly label: string
	readonly busyLabel: string
}

/** Sends the form; while it is on its way it says so and takes no second press. */
export const SubmitButton = ({ busy, label, busyLabel }: SubmitButtonProps) => (
	<button type="submit" className="btn btn-primary text-base" disabled={busy}>
		{busy ? busyLabel : label}
	</button>
)
