import { elections } from '#contract/elections.ts'
import { type Api, mount } from '../http/mount.ts'
import { createMountShared } from '../http/mount-shared.ts'
import {
	getElection,
	listActiveElections,
	listElections,
	searchElections,
} from '../services/elections/read.ts'

/** Serves the elections as voters read them: the same for all, so replies are shared, but those of a search. */
export const mountElections = (api: Api): void => {
	const mountShared = createMountShared(api)
	mountShared(elections.active, listActiveElections)
	// Of what people type every reply would be another one to keep.
	mount(api, elections.search, ({ db }, { query }) => searchElections(db, query))
	mountShared(elections.get, (db, { params }) => getElection(db, params.id))
	mountShared(elections.list, listElections)
}
