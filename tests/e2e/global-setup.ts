import { startPostgres } from '../support/postgres.ts'

/** Starts one PostgreSQL for the run; each test server gets its own database. */
const startForRun = async (): Promise<() => Promise<void>> => {
	const { url, stop } = await startPostgres()
	// The workers inherit the environment.
	process.env.TEST_DATABASE_URL = url
	return stop
}

export default startForRun
