import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { checkProfile } from './app/profile.ts'
import { session } from './app/session.ts'
import { router } from './router.tsx'
import './styles.css'

let voter = session.userKey()

/** Sign-in and sign-out, in this tab or another, move on to where one may be now: the guards say where. */
const followSession = (): void => {
	const now = session.userKey()
	if (now === voter) return
	voter = now
	const moved =
		session.get().ended === 'signed-out' ? router.navigate({ to: '/login' }) : router.invalidate()
	moved.catch(reportError)
}

session.subscribe(followSession)
addEventListener('storage', (event) => {
	if (event.key === null || event.key === 'token' || event.key === 'userData') session.reload()
})
// A page that the browser had put aside heard of no sign-in or sign-out meanwhile.
addEventListener('pageshow', (event) => {
	if (event.persisted) session.reload()
})
addEventListener('vite:preloadError', ({ payload }) => {
	// The router loads the page again when it knows this error by its beginning; offline that would end the app.
	if (!navigator.onLine) payload.message = `Offline: ${payload.message}`
})
// The knowledge test is for everybody: nobody is asked who they are there.
if (location.pathname !== '/test') session.verify(checkProfile).catch(reportError)

const root = document.getElementById('root')
if (root === null) throw new Error('The page has no place for the app')
createRoot(root).render(
	<StrictMode>
		<RouterProvider router={router} />
	</StrictMode>,
)
