import type { ErrorComponentProps } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { broken } from '#web/texts/broken.ts'
import { Notice } from '#web/ui/notice.tsx'
import { Page } from '#web/ui/page.tsx'
import { kindOfError } from './error-kind.ts'
import { isPartGone } from './missing-part.ts'
import { keeping } from './storage.ts'

/** Why a page is missing, in the name of its text. Null until the server has said whether its code is gone. */
const useReason = (error: unknown): 'offline' | 'stale' | 'unavailable' | 'bug' | null => {
	const kind = kindOfError(error, navigator.onLine)
	const [gone, setGone] = useState<boolean | null>(null)
	useEffect(() => {
		if (kind === 'missing') isPartGone(String(error), import.meta.url).then(setGone, reportError)
	}, [kind, error])
	if (kind !== 'missing') return kind
	if (gone === null) return null
	return gone ? 'stale' : 'unavailable'
}

/** Stands in for a page that could not be drawn. */
export const RootError = ({ error }: ErrorComponentProps) => {
	const reason = useReason(error)
	const again = reason === 'offline' || reason === 'unavailable'
	const kept = keeping.keeps() ? ` ${broken.kept}` : ''
	return (
		<Page title={broken.title} width="narrow">
			{reason !== null && (
				<Notice title={broken.title} text={`${broken[reason]}${kept}`} tone="error" level={1}>
					<button type="button" className="btn btn-primary" onClick={() => location.reload()}>
						{again ? broken.again : broken.reload}
					</button>
					{/* A full load: whatever was broken in this page is left behind. */}
					<a className="btn" href="/">
						{broken.start}
					</a>
				</Notice>
			)}
		</Page>
	)
}
