import type { ReactNode } from 'react'
import { ui } from '#web/texts/ui.ts'
import { Notice } from './notice.tsx'

interface NeedsConnectionProps {
	/** What is not on this device. */
	readonly title: string
	/** What will work once it has been read. */
	readonly text: string
	readonly onRetry: () => void
	/** Other ways on. */
	readonly children?: ReactNode
	/** 1 where it stands for the whole page. */
	readonly level?: 1 | 2
}

/** In place of what this device has never read, while there is no connection: no error, but a condition. Its page asks again when the connection returns. */
export const NeedsConnection = ({
	title,
	text,
	onRetry,
	children,
	level,
}: NeedsConnectionProps) => (
	<Notice title={title} text={`${text} ${ui.loadsByItself}`} {...(level && { level })}>
		<button type="button" className="btn btn-primary" onClick={onRetry}>
			{ui.retry}
		</button>
		{children}
	</Notice>
)
