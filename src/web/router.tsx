import { createRouter, Navigate } from '@tanstack/react-router'
import { RootError } from './app/root-error.tsx'
import { parseSearch, stringifySearch } from './app/search.ts'
import { routeTree } from './routeTree.gen.ts'

/** Pages with their own header on phones. Selects its title and back link. */
export type Subpage = 'quizzes' | 'quiz' | 'results' | 'settings' | 'yourData' | 'about' | 'admin'

export const router = createRouter({
	routeTree,
	parseSearch,
	stringifySearch,
	defaultPreload: 'intent',
	scrollRestoration: true,
	defaultErrorComponent: RootError,
	// URLs that the router cannot decode; the route "$" handles all other unknown ones.
	defaultNotFoundComponent: () => <Navigate to="/test" replace />,
})

declare module '@tanstack/react-router' {
	interface Register {
		router: typeof router
	}
	interface HistoryState {
		/** Message to show on the login page. */
		readonly note?: string
	}
	interface StaticDataRouteOption {
		/** Header that replaces the navigation bar on phones. */
		readonly header?: Subpage
	}
}
