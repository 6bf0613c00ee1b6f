import {
	createRootRoute,
	createRoute,
	createRouter,
	Outlet,
	RouterProvider,
} from '@tanstack/react-router'
import { StrictMode, useEffect, useState } from 'react'
import { createRoot } from 'react-dom/client'
import '../../../src/web/styles.css'

// Minimal page that fetches one text, as a baseline for the time to the first policy of /test.

const Test = () => {
	const [text, setText] = useState<string | null>(null)
	useEffect(() => {
		const load = async (): Promise<void> => {
			const reply = await fetch('/text.json')
			setText(((await reply.json()) as { readonly text: string }).text)
		}
		load().catch(reportError)
	}, [])
	return text === null ? null : <button type="button">{text}</button>
}

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
