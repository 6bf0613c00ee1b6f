/**
 * The folders that are read at run time. They stand beside this file in the sources, and at the same places beside the
 * built server, into which this file is folded.
 */
export const MIGRATIONS_URL = new URL('./db/migrations/', import.meta.url)
/** An empty, migrated embedded database. Only a build has it. */
export const TEMPLATE_URL = new URL('./db/template/', import.meta.url)
export const SAMPLE_URL = new URL('./sample/', import.meta.url)

const isBuilt = import.meta.url.endsWith('.js')

/** Script of a thread. Its TypeScript source needs a loader first. */
const workerUrl = (path: string): URL =>
	new URL(isBuilt ? `${path}.js` : `${path}-source.mjs`, import.meta.url)

/** The thread that reads documents. */
export const READ_WORKER_URL = workerUrl('./extraction/read-worker')
/** The thread that reads the files of an import. */
export const IMPORT_WORKER_URL = workerUrl('./import/read-worker')
