/** Runtime folders. The build copies them next to the bundle, so these paths work in the sources and in the build. */
export const MIGRATIONS_URL = new URL('./db/migrations/', import.meta.url)
/** An empty, migrated embedded database. Exists only in a build. */
export const TEMPLATE_URL = new URL('./db/template/', import.meta.url)
export const SAMPLE_URL = new URL('./sample/', import.meta.url)

const isBuilt = import.meta.url.endsWith('.js')

/** Resolves a worker thread's script. TypeScript sources need a loader, which the `-source.mjs` file registers. */
const workerUrl = (path: string): URL =>
	new URL(isBuilt ? `${path}.js` : `${path}-source.mjs`, import.meta.url)

export const EXTRACTION_WORKER_URL = workerUrl('./extraction/read-worker')
export const IMPORT_WORKER_URL = workerUrl('./import/read-worker')
