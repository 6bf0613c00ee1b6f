import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { quiz as texts } from '#web/texts/en/quiz.ts'
import { Notice } from '#web/ui/notice.tsx'
import { Page } from '#web/ui/page.tsx'

interface ErrorNoticeProps {
	readonly text: string
	readonly detail?: string
	/** Heading level: 2 if the page already has an h1. */
	readonly level?: 1 | 2
	/** Replaces the default reload button. */
	readonly children?: ReactNode
}

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

/** Page for a quiz that failed to load. */
export const ErrorCard = (props: Omit<ErrorNoticeProps, 'level'>) => (
	<Page title={texts.title} width="narrow">
		<ErrorNotice {...props} />
	</Page>
)
