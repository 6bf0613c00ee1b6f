import { isSet, textParam } from '#web/app/search.ts'

/** What the address of the test says: nothing, or whose results to show. */
export interface TestSearch {
	readonly returnToResults?: true
	readonly sessionId?: string
	/** The summary as JSON, for a session that this device does not have. */
	readonly summary?: string
}

/** The search parameters of the test; unknown and half ones fall away. */
export const readTestSearch = (search: Record<string, unknown>): TestSearch => {
	const sessionId = textParam(search.sessionId)
	const summary = textParam(search.summary)
	if (!isSet(search.returnToResults) || sessionId === undefined) return {}
	return { returnToResults: true, sessionId, ...(summary !== undefined && { summary }) }
}
