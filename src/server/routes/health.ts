import { sql } from 'drizzle-orm'
import { health } from '#contract/health.ts'
import { type Api, mount } from '../http/mount.ts'
import { createShared } from '../http/share.ts'

/** Serves whether the process lives, and whether its database answers: two questions, because a restart cures only the first. */
export const mountHealth = (api: Api): void => {
	// It is never sent away, so however many ask, they ask the database together.
	const askDatabase = createShared<unknown>()
	mount(api, health.check, async ({ db, answers = async () => db.execute(sql`select 1`) }) => {
		await askDatabase(answers)
		return { status: 'ok' as const }
	})
	mount(api, health.live, () => Promise.resolve({ status: 'ok' as const }))
	// HAProxy checks with OPTIONS unless it is told otherwise.
	for (const { path } of [health.check, health.live]) {
		api.app.options(`/api${path}`, (c) => api.app.request(`/api${path}`, {}, c.env))
	}
}
