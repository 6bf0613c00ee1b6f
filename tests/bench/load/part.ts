import { isPostgresThere } from '../../support/postgres.ts'
import type { Figure } from '../figure.ts'
import { QUICK, runLoad } from './run-load.ts'

/** Quick load test for the full run. Uses PostgreSQL if installed, else the embedded database. */
export const load = (): Promise<Figure[]> =>
	runLoad(isPostgresThere() ? 'postgres' : 'embedded', QUICK)
