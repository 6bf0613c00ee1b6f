import { type ManagedElection, manageElections } from '#contract/admin/elections.ts'
import type { PageOf } from '#contract/admin/fields.ts'
import { type Election, elections } from '#contract/elections.ts'
import { mapOk, type Result } from '#domain/types.ts'
import type { Failure } from '#http/failure.ts'
import { call, serverClock } from '#web/app/api.ts'
import { capabilities } from '#web/app/capabilities.ts'
import { local } from '#web/app/local.ts'
import { given, listFallback, mentions } from '../kit/queries.ts'

export interface ElectionFilter {
	readonly search: string
	readonly active?: 'true' | 'false' | undefined
}

const asManaged = (election: Election): ManagedElection => ({
	...election,
	candidateCount: null,
	quizCount: null,
})

const isWanted =
	({ search, active }: ElectionFilter) =>
	(election: ManagedElection): boolean =>
		(active === undefined || String(election.active) === active) &&
		mentions(search, [
			election.name,
			election.state,
			election.county,
			election.city,
			election.zipCode,
		])

export const readElections = async (
	filter: ElectionFilter,
	after: string | undefined,
	signal: AbortSignal,
): Promise<Result<PageOf<ManagedElection>, Failure>> => {
	const query = given({ ...filter, after })
	const page = await listFallback(
		() => call(manageElections.page, { query }, { signal }),
		async () => mapOk(await call(elections.list, {}, { signal }), (all) => all.map(asManaged)),
		isWanted(filter),
	)
	if (page.ok) serverClock.learn(page.value.rows)
	return page
}

export const readElection = async (id: string): Promise<Result<ManagedElection, Failure>> => {
	const params = { id }
	if (capabilities.has('records')) return call(manageElections.get, { params })
	return mapOk(await call(elections.get, { params }), asManaged)
}

export const findElections = (term: string, signal: AbortSignal) =>
	readElections({ search: term }, undefined, signal)

/**
 * Refreshes the cached active elections, which public pages otherwise show for up to five minutes. Administrators check
 * their changes there. A failed refresh keeps the cache.
 */
export const rereadActive = (): void => {
	local.elections.refreshActive({ force: true }).catch(reportError)
}
