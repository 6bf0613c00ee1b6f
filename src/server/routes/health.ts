import { sql } from 'drizzle-orm'
import { health } from '#contract/health.ts'
import { type Api, mount } from '../http/mount.ts'

export const mountHealth = (api: Api): void => {
	mount(api, health.check, async ({ db }) => {
		await db.execute(sql`select 1`)
		return { status: 'ok' as const }
	})
	mount(api, health.live, () => Promise.resolve({ status: 'ok' as const }))
}
