import type { ErrorComponentProps } from '@tanstack/react-router'
import { Notice } from '#web/ui/notice.tsx'
import { Page } from '#web/ui/page.tsx'
import { type ErrorKind, kindOfError } from './error-kind.ts'

const TEXTS: Readonly<Record<ErrorKind, string>> = {
	offline:
		'You are offline, and this page is not on this device yet. Connect and try again; everything you answered is kept.',
	stale: 'A newer version of Evenhand is out. Reload to get it; everything you answered is kept.',
	bug: 'Something in the app went wrong. Reload, or start again from the elections; everything you answered is kept.',
}

/** What is shown in place of a page that could not be drawn. */
export const RootError = ({ error }: ErrorComponentProps) => {
	const kind = kindOfError(error, navigator.onLine)
	return (
		<Page title="Unexpected Application Error" width="narrow">
			<Notice title="Unexpected Application Error" text={TEXTS[kind]} tone="error" level={1}>
				<button type="button" className="btn btn-primary" onClick={() => location.reload()}>
					{kind === 'offline' ? 'Try Again' : 'Reload'}
				</button>
				{/* A full load: whatever was broken in this page is left behind. */}
				<a className="btn" href="/">
					Go to start
				</a>
			</Notice>
		</Page>
	)
}
