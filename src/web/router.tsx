import { createRouter } from '@tanstack/react-router'
import { RootError } from './app/root-error.tsx'
import { parseSearch, stringifySearch } from './app/search.ts'
import { routeTree } from './routeTree.gen.ts'

/** The header of pages below a list: their title, and where "back" leads. */
export interface SubpageHeader {
	readonly title: string
	readonly back: 'history' | '/elections'
}

export const router = createRouter({
	routeTree,
	parseSearch,
	stringifySearch,
	defaultPreload: 'intent',
	scrollRestoration: true,
	defaultErrorComponent: RootError,
})

declare module '@tanstack/react-router' {
	interface Register {
		router: typeof router
	}
	interface HistoryState {
		/** For the sign-in page: what whoever is led there should know. */
		readonly note?: string
	}
	interface StaticDataRouteOption {
		/** Set by pages below a list: on a phone they have a header with a way back instead of the navigation bar. */
		readonly header?: SubpageHeader
	}
}
