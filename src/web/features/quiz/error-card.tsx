import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { quiz as texts } from '#web/texts/en/quiz.ts'
import { Notice } from '#web/ui/notice.tsx'
import { Page } from '#web/ui/page.tsx'

interface ErrorNoticeProps {
	readonly text: string
	/** What is known of the cause. */
	readonly detail?: string
	/** Of its heading: 2 where the page has another one. */
	readonly level?: 1 | 2
	/** A better way out than loading the page again, where there is one. */
	readonly children?: ReactNode
}

/** Something of a quiz failed: try again, or back to the elections. */
export const ErrorNotice = ({ text, detail = '', level = 1, children }: ErrorNoticeProps) => (
	<Notice title={text} text={detail} tone="error" level={level}>
		{children ?? (
			<button type="button" className="btn btn-primary" onClick={() => location.reload()}>
				{texts.tryAgain}
			</button>
		)}
		<Link to="/elections" className="btn">
			{texts.backToElections}
		</Link>
	</Notice>
)

/** A quiz page that could not be shown at all. */
export const ErrorCard = (props: Omit<ErrorNoticeProps, 'level'>) => (
	<Page title={texts.title} width="narrow">
		<ErrorNotice {...props} />
	</Page>
)
