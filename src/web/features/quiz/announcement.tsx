import { memo, useEffect, useState } from 'react'
import { quiz as texts } from '#web/texts/quiz.ts'

interface AnnouncementProps {
	/** Of the statement that came up, from 1 on. */
	readonly number: number
	readonly total: number
	readonly text: string
	/** Something stands before the statements. */
	readonly silent: boolean
}

/**
 * Says which statement came up to those who do not see the card, once: where it stands and its text together. What is in
 * a live region from the beginning is not read, so it comes a moment after the region.
 */
export const Announcement = memo(({ number, total, text, silent }: AnnouncementProps) => {
	const [said, setSaid] = useState('')
	const now = silent ? '' : texts.announced(number, total, text)
	useEffect(() => setSaid(now), [now])
	return (
		<p role="status" className="sr-only">
			{said}
		</p>
	)
})
