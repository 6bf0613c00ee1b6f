import type { Context } from 'hono'
import { matchedRoutes } from 'hono/route'

/**
 * A call's route as the contract has it, for logs and metrics: with `:id` and never the id itself, which may be all that a
 * knowledge test is kept by. "none" where nobody knows the path.
 */
export const routeOf = (c: Context): string =>
	matchedRoutes(c)
		.map(({ path }) => path)
		.findLast((path) => !path.endsWith('*')) ?? 'none'
