import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Notice } from '#web/ui/notice.tsx'
import { Page } from '#web/ui/page.tsx'

interface ErrorNoticeProps {
	readonly text: string
	/** A better way out than loading the page again, where there is one. */
	readonly children?: ReactNode
}

/** Something of a quiz failed: try again, or back to the elections. */
export const ErrorNotice = ({ text, children }: ErrorNoticeProps) => (
	<Notice title={text} tone="error" level={1}>
		{children ?? (
			<button type="button" className="btn btn-primary" onClick={() => location.reload()}>
				Try Again
			</button>
		)}
		<Link to="/elections" className="btn">
			Back to Elections
		</Link>
	</Notice>
)

/** A quiz page that could not be shown at all. */
export const ErrorCard = ({ text }: { readonly text: string }) => (
	<Page title="Quiz" width="narrow">
		<ErrorNotice text={text} />
	</Page>
)
