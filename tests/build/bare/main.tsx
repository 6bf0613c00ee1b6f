import {
	createRootRoute,
	createRoute,
	createRouter,
	Outlet,
	RouterProvider,
} from '@tanstack/react-router'
import { createFetch } from 'ofetch'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import * as v from 'valibot'
import '../../../src/web/styles.css'

// Minimal sign-in page on these libraries, as a baseline for the size of /login.

const Reply = v.object({ token: v.string() })
const call = createFetch()

const signIn = async (form: FormData): Promise<void> => {
	const reply = await call('/api/auth/login', { method: 'POST', body: Object.fromEntries(form) })
	document.title = v.parse(Reply, reply).token
}

const Login = () => (
	<form action={signIn}>
		<input name="username" />
		<input name="password" type="password" />
		<button type="submit">Sign in</button>
	</form>
)

const root = createRootRoute({ component: Outlet })
const login = createRoute({ getParentRoute: () => root, path: '/login', component: Login })
const router = createRouter({ routeTree: root.addChildren([login]) })

const place = document.getElementById('root')
if (place) {
	createRoot(place).render(
		<StrictMode>
			<RouterProvider router={router as never} />
		</StrictMode>,
	)
}
