import type { ErrorComponentProps } from '@tanstack/react-router'
import { broken } from '#web/texts/broken.ts'
import { Notice } from '#web/ui/notice.tsx'
import { Page } from '#web/ui/page.tsx'
import { kindOfError } from './error-kind.ts'

/** What is shown in place of a page that could not be drawn. */
export const RootError = ({ error }: ErrorComponentProps) => {
	const kind = kindOfError(error, navigator.onLine)
	return (
		<Page title={broken.title} width="narrow">
			<Notice title={broken.title} text={broken[kind]} tone="error" level={1}>
				<button type="button" className="btn btn-primary" onClick={() => location.reload()}>
					{kind === 'offline' ? broken.again : broken.reload}
				</button>
				{/* A full load: whatever was broken in this page is left behind. */}
				<a className="btn" href="/">
					{broken.start}
				</a>
			</Notice>
		</Page>
	)
}
