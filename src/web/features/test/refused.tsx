import { useMemo } from 'react'
import type { OutboxEntry, StoredTestSession } from '#local/db.ts'
import { visitorOutbox } from '#web/app/visitor-outbox.ts'
import { testEnd } from '#web/texts/test-end.ts'
import { RefusedList } from '#web/ui/refused-list.tsx'
import { testRefusals } from './refusals.ts'

export interface RefusedProps {
	readonly session: StoredTestSession
	readonly entries: readonly OutboxEntry[]
	/** The last of them has gone, and the focus with it. */
	readonly onEmpty: () => void
}

/** What the server did not accept of a test, and what can be done about it: for whoever took it, signed in or not. */
export const Refused = ({ session, entries, onEmpty }: RefusedProps) => {
	const outbox = useMemo(() => visitorOutbox(session.id), [session.id])
	return (
		<>
			<p role="alert" className="sr-only">
				{entries.length > 0 && testEnd.refused}
			</p>
			<RefusedList
				level={2}
				rows={testRefusals(session, entries)}
				outbox={outbox}
				onEmpty={onEmpty}
			/>
		</>
	)
}
