import { createRouter, Navigate } from '@tanstack/react-router'
import { RootError } from './app/root-error.tsx'
import { parseSearch, stringifySearch } from './app/search.ts'
import { routeTree } from './routeTree.gen.ts'

/** The pages that have a header of their own on a phone: those below a list, by what its title and its way back are looked up, and the back-office. */
export type Subpage = 'quizzes' | 'quiz' | 'results' | 'settings' | 'yourData' | 'admin'

export const router = createRouter({
	routeTree,
	parseSearch,
	stringifySearch,
	defaultPreload: 'intent',
	scrollRestoration: true,
	defaultErrorComponent: RootError,
	// Addresses that the router cannot decode; the route "$" has all others.
	defaultNotFoundComponent: () => <Navigate to="/test" replace />,
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
		/** Set by pages that have on a phone another header than the navigation bar. */
		readonly header?: Subpage
	}
}
