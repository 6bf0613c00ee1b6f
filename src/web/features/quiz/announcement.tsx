import { useEffect, useState } from 'react'
import { quiz as texts } from '#web/texts/quiz.ts'
import type { Position } from './use-position.ts'

interface AnnouncementProps {
	readonly position: Position
	/** Something stands before the statements. */
	readonly silent: boolean
}

/**
 * Says which statement came up to those who do not see the card, once: where it stands and its text together. What is in
 * a live region from the beginning is not read, so it comes a moment after the region.
 */
export const Announcement = ({ position, silent }: AnnouncementProps) => {
	const { number, total, statement } = position
	const [said, setSaid] = useState('')
	const now = silent ? '' : texts.announced(number, total, statement.text)
	useEffect(() => setSaid(now), [now])
	return (
		<p role="status" className="sr-only">
			{said}
		</p>
	)
}
