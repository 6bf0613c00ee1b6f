import {
	createRootRoute,
	createRoute,
	createRouter,
	Outlet,
	RouterProvider,
} from '@tanstack/react-router'
import { type FunctionComponent, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'

/** Shows a component as the only page of a router. */
export const mount = (path: string, component: FunctionComponent): void => {
	const root = createRootRoute({ component: Outlet })
	const page = createRoute({ getParentRoute: () => root, path, component })
	const router = createRouter({ routeTree: root.addChildren([page]) })
	const place = document.getElementById('root')
	if (place === null) return
	createRoot(place).render(
		<StrictMode>
			<RouterProvider router={router as never} />
		</StrictMode>,
	)
}
