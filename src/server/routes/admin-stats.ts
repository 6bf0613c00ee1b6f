import { adminStats } from '#contract/admin-stats.ts'
import { type Api, mount } from '../http/mount.ts'
import { readAttention } from '../services/administration/attention.ts'
import { readStats } from '../services/administration/stats.ts'

/** Serves the dashboard's figures and what calls for attention, to administrators. */
export const mountAdminStats = (api: Api): void => {
	mount(api, adminStats.figures, readStats)
	mount(api, adminStats.attention, readAttention)
}
