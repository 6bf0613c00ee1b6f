import { useState } from 'react'
import { knowledgeTest as calls, type TestResults } from '#contract/knowledge-test.ts'
import type { OutboxEntry, StoredTestSession } from '#local/db.ts'
import { call } from '#web/app/client.ts'
import { testEnds } from '#web/app/test-ends.ts'
import { tests } from '#web/app/tests.ts'
import { useLive } from '#web/ui/use-live.ts'
import { type Refresh, useRefresh } from '#web/ui/use-refresh.ts'
import { isWaiting } from './figures.ts'

/** What is known of a session that is over. */
export interface KnownOutcome {
	/** Null where this device does not have it; undefined until that has been looked up. */
	readonly session: StoredTestSession | null | undefined
	/** Something of it is still to be sent. */
	readonly waiting: boolean
	readonly refused: readonly OutboxEntry[]
	/** The server's word on a session that this device does not have. */
	readonly elsewhere: TestResults | null
	readonly refresh: Refresh
}

/** Follows a session on this device, and asks the server for its word once nothing of it waits to be sent. */
export const useOutcome = (sessionId: string): KnownOutcome => {
	const live = useLive(() => tests.find(sessionId), ['test', sessionId], 'visitor')
	const unsent = useLive(() => testEnds.unsent(sessionId), ['unsent', sessionId], 'visitor')
	const [elsewhere, setElsewhere] = useState<TestResults | null>(null)
	const ready = live.status === 'ready' && unsent.status === 'ready'
	const waiting = isWaiting(unsent.data ?? [])
	const known = Boolean(live.data)

	const ask = async () => {
		if (known) return testEnds.refreshResults(sessionId)
		const reply = await call(calls.results, { params: { sessionId } })
		if (!reply.ok) return reply
		setElsewhere(reply.value)
		return { ok: true, value: null } as const
	}
	const name = `test/${sessionId}/${known}`
	const refresh = useRefresh(name, ready && !waiting ? ask : null, 'visitor')
	return {
		session: ready ? live.data : undefined,
		waiting,
		refused: (unsent.data ?? []).filter(({ state }) => state === 'refused'),
		elsewhere,
		refresh,
	}
}
