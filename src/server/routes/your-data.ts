import { yourData } from '#contract/your-data.ts'
import { accountKey, ERASE_BY_ACCOUNT, PER_HOUR } from '../http/account-limits.ts'
import { type Api, mount } from '../http/mount.ts'
import { countCalls, limitRate, type RateLimit } from '../http/rate-limit.ts'
import { eraseAccount } from '../services/your-data/erase.ts'
import { readData } from '../services/your-data/read.ts'

// A school may be one address: 300 people pass, each twice.
const ERASE_BY_ADDRESS: RateLimit = { name: 'erase-address', calls: 600, ...PER_HOUR }

/** Serves what is held about somebody, and its erasure, the latter within limits. */
export const mountYourData = (api: Api): void => {
	const { app, deps } = api
	mount(api, yourData.read, (context, { query }) => readData(context, query))
	app.post(`/api${yourData.erase.path}`, limitRate(deps, ERASE_BY_ADDRESS))
	const countAccount = countCalls(deps, ERASE_BY_ACCOUNT)
	mount(api, yourData.erase, async (context, { body }) => {
		await countAccount(accountKey(context.user.email))
		return eraseAccount(context, body)
	})
}
