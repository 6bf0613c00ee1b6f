import { ALREADY_COMPLETED } from '#domain/quiz-validation.ts'
import { serviceError } from '../../http/service-error.ts'
import type { AttemptRow } from './attempts.ts'

/** Refuses, with 409, an attempt that a reset has left. */
export const refuseSuperseded = (row: AttemptRow): void => {
	if (row.supersededAt === null) return
	throw serviceError('conflict', 'This attempt was reset. Please go on with the new one.')
}

/** What answering a completed attempt is told. */
export const alreadyCompleted = () => serviceError('conflict', ALREADY_COMPLETED)
