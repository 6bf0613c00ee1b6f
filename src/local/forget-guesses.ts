import type { LocalDb, OutboxEntry } from './db.ts'

const policyOf = ({ args }: OutboxEntry): string | undefined =>
	(args as { policyId?: string }).policyId

/**
 * Takes guesses out of their sessions that the server will never have: what is shown of a test is then the server's truth
 * again. Inside a transaction over `testSessions`.
 * @param entries of any command, which are being forgotten.
 */
export const forgetGuesses = async (
	db: LocalDb,
	entries: readonly OutboxEntry[],
): Promise<void> => {
	for (const entry of entries.filter(({ command }) => command === 'test.guess')) {
		const session = await db.testSessions.get(entry.stream)
		if (session === undefined) continue
		const guesses = session.guesses.filter(({ policyId }) => policyId !== policyOf(entry))
		await db.testSessions.update(session.id, { guesses })
	}
}
