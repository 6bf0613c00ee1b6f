import { isPostgresThere } from '../../support/postgres.ts'
import type { Figure } from '../figure.ts'
import { QUICK, runOn } from './run-on.ts'

/** The little that fits into a run of everything: on PostgreSQL where its programs are, else on the embedded database. */
export const load = (): Promise<Figure[]> =>
	runOn(isPostgresThere() ? 'postgres' : 'embedded', QUICK)
