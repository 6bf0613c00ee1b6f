import {
	createRootRoute,
	createRoute,
	createRouter,
	Navigate,
	redirect,
} from '@tanstack/react-router'
import { safeTarget } from './app/guards.ts'
import { RootError } from './app/root-error.tsx'
import { parseSearch, stringifySearch } from './app/search.ts'
import { Route as root } from './routes/__root.tsx'
import { Route as home } from './routes/index.tsx'
import { Route as login } from './routes/login.tsx'
import { Route as test } from './routes/test.tsx'
import type { routeTree as AllPages } from './routeTree.gen.ts'

/** The pages that have a header of their own on a phone: those below a list, by what its title and its way back are looked up, and the back-office. */
export type Subpage = 'quizzes' | 'quiz' | 'results' | 'settings' | 'yourData' | 'admin'

/**
 * What a newcomer sees first. The table of all pages is loaded behind it: it grows with every page, and a first visit
 * would carry all of it.
 */
const firstPages = () => {
	const frame = createRootRoute(root.options as never)
	const place = (path: string) => ({ id: path, path, getParentRoute: () => frame }) as never
	const another = createRoute({
		getParentRoute: () => frame,
		path: '$',
		beforeLoad: async ({ location: { href } }) => {
			await learnPages()
			throw redirect({ href: safeTarget(href) ?? '/', replace: true })
		},
	})
	return frame.addChildren([
		home.update(place('/')),
		test.update(place('/test')),
		login.update(place('/login')),
		another,
	])
}

/** A router is typed by all pages, whichever it knows as yet. */
const createAppRouter = (routeTree: typeof AllPages) =>
	createRouter({
		routeTree,
		parseSearch,
		stringifySearch,
		defaultPreload: 'intent',
		scrollRestoration: true,
		defaultErrorComponent: RootError,
		// Addresses that the router cannot decode; the route "$" has all others.
		defaultNotFoundComponent: () => <Navigate to="/test" replace />,
	})

export const router = createAppRouter(firstPages() as never)

/** Has the router know all pages; where it does already nothing happens. Rejects where their table cannot be loaded. */
export const learnPages = async (): Promise<void> => {
	const { routeTree } = await import('./routeTree.gen.ts')
	router.update({ ...router.options, routeTree })
}

/** Whether the page of a path is among those that the router knows. */
export const isPageKnown = (path: string): boolean => router.getMatchedRoutes(path)[2]?.id !== '/$'

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
