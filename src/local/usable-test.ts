import type { StoredTestSession } from './db.ts'

/** A spare session is given up when it is older than this, in ms: the server deletes unused ones after thirty days. */
const SPARE_MAX_AGE_MS = 25 * 86_400_000

/** Whether there is anything in a session that could be guessed. */
export const asksAnything = ({ policies }: { readonly policies: readonly unknown[] }): boolean =>
	policies.length > 0

/** Whether a test can begin with a spare session: it asks something, and the server has it still. @param now ms since 1970. */
export const isUsableTest = (
	session: Pick<StoredTestSession, 'policies' | 'fetchedAt'>,
	now: number,
): boolean => asksAnything(session) && Math.abs(now - session.fetchedAt) < SPARE_MAX_AGE_MS

/** Whether a session that was begun can be gone on with: it asks something, and where nothing was guessed yet the server has it still. @param now ms since 1970. */
export const isAlive = (
	session: Pick<StoredTestSession, 'policies' | 'fetchedAt' | 'guesses'>,
	now: number,
): boolean => (session.guesses.length > 0 ? asksAnything(session) : isUsableTest(session, now))
