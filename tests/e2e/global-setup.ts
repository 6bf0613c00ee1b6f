import { startPostgres } from '../support/postgres.ts'

/** Gives the browser tests one PostgreSQL, on which each of their servers has a database of its own. */
const startForRun = async (): Promise<() => Promise<void>> => {
	const { url, stop } = await startPostgres()
	// What is set here is set in every worker too.
	process.env.TEST_DATABASE_URL = url
	return stop
}

export default startForRun
