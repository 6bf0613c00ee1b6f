/**
 * The folders that are read at run time. They stand beside this file in the sources, and at the same places beside the
 * built server, into which this file is folded.
 */
export const MIGRATIONS_URL = new URL('./db/migrations/', import.meta.url)
export const SAMPLE_URL = new URL('./sample/', import.meta.url)

/** The thread that reads files. Its sources need something that runs TypeScript. */
const isBuilt = import.meta.url.endsWith('.js')
export const READ_WORKER_URL = new URL(
	isBuilt ? './extraction/read-worker.js' : './extraction/read-worker-source.mjs',
	import.meta.url,
)
