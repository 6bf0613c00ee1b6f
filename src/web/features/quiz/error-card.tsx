import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Notice } from '#web/ui/notice.tsx'
import { Page } from '#web/ui/page.tsx'

interface ErrorCardProps {
	readonly text: string
	/** A better way out than loading the page again, where there is one. */
	readonly children?: ReactNode
}

/** A quiz page that could not be shown: try again, or back to the elections. */
export const ErrorCard = ({ text, children }: ErrorCardProps) => (
	<Page title="Quiz" width="narrow">
		<Notice title={text} tone="error">
			{children ?? (
				<button type="button" className="btn btn-primary" onClick={() => location.reload()}>
					Try Again
				</button>
			)}
			<Link to="/elections" className="btn">
				Back to Elections
			</Link>
		</Notice>
	</Page>
)
