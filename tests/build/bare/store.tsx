import {
	createRootRoute,
	createRoute,
	createRouter,
	Outlet,
	RouterProvider,
} from '@tanstack/react-router'
import { Dexie } from 'dexie'
import { createFetch } from 'ofetch'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import * as v from 'valibot'
import '../../../src/web/styles.css'

// Minimal page with a device store on these libraries, as a baseline for the size of /test.

const Session = v.object({ sessionId: v.string() })
const call = createFetch()
const db = new Dexie('bare')
db.version(1).stores({ sessions: 'sessionId' })

const begin = async (): Promise<void> => {
	const reply = await call('/api/policy-knowledge-test/start', { method: 'POST' })
	const session = v.parse(Session, reply)
	await db.table('sessions').put(session)
	document.title = session.sessionId
}

const Test = () => (
	<button type="button" onClick={begin}>
		Begin
	</button>
)

const root = createRootRoute({ component: Outlet })
const test = createRoute({ getParentRoute: () => root, path: '/test', component: Test })
const router = createRouter({ routeTree: root.addChildren([test]) })

const place = document.getElementById('root')
if (place) {
	createRoot(place).render(
		<StrictMode>
			<RouterProvider router={router as never} />
		</StrictMode>,
	)
}
