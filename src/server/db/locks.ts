/**
 * The numbers of the advisory locks on which all processes of one database agree. Each stands for one kind of work: two
 * kinds that shared a number would wait for each other. What has an idempotency key is held by that key (`key-lock.ts`).
 */
export const LOCKS = {
	/** Held while a process brings the tables up to date and writes its first rows. */
	start: 5_820_461_913,
	/** Held by an import until it ends, so that two do not make the same records. */
	import: 5_820_461_914,
	/** Held while the sessions of the knowledge test are tallied. */
	tally: 5_820_461_915,
} as const
