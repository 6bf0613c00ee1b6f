import type { Result } from '#domain/types.ts'
import type { Failure } from '#http/failure.ts'

/** What a refresh came to: nothing to say, or why the network could not be asked. What is stored stays either way. */
export type Refreshed = Result<null, Failure>

/** A success has nothing of its own to say, so one object serves all. */
export const REFRESHED: Refreshed = { ok: true, value: null }
