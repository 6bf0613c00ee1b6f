import { elections } from '#contract/elections.ts'
import { type Api, mount } from '../http/mount.ts'
import {
	getElection,
	listActiveElections,
	listElections,
	searchElections,
} from '../services/elections/read.ts'

export const mountElections = (api: Api): void => {
	mount(api, elections.active, ({ db }) => listActiveElections(db))
	mount(api, elections.search, ({ db }, { query }) => searchElections(db, query))
	mount(api, elections.get, ({ db }, { params }) => getElection(db, params.id))
	mount(api, elections.list, ({ db }) => listElections(db))
}
