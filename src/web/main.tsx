import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { firstScreen, firstScreenShown } from './app/first-screen.ts'
import './app/install.ts'
import { createMissingPart } from './app/missing-part.ts'
import { isQuestionShown } from './app/question.ts'
import { session } from './app/session.ts'
import { loadVoterParts } from './features/shell/voter-parts.tsx'
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
addEventListener(
	'vite:preloadError',
	createMissingPart({
		online: () => navigator.onLine,
		busy: () => isQuestionShown(router),
		storage: () => sessionStorage,
		now: Date.now,
		reload: () => location.reload(),
	}),
)
// The knowledge test says by itself when its first policy is there.
router.subscribe('onResolved', ({ toLocation }) => {
	if (toLocation.pathname !== '/test') firstScreenShown()
})
if (import.meta.env.PROD) {
	const worker = navigator.serviceWorker?.controller ?? null
	// The worker fetches the whole app: not before this page has what it needs itself.
	firstScreen
		.then(() => import('./features/updates/start.tsx'))
		.then(({ startUpdates }) => startUpdates(router, worker))
		.catch(reportError)
}
// The knowledge test is for everybody: nobody is asked who they are there.
if (location.pathname !== '/test') {
	session.verify(async () => (await import('./app/profile.ts')).checkProfile()).catch(reportError)
}

if (session.token() !== null) {
	// Asked for before the app is drawn, which would ask for one after the other. What fails is asked for again there.
	const [routes] = router.getMatchedRoutes(location.pathname)
	const parts = [
		...routes.map((route) => router.loadRouteChunk(route)),
		import('./app/local.ts'),
		loadVoterParts(),
	]
	Promise.all(parts).catch(() => undefined)
}

const root = document.getElementById('root')
if (root === null) throw new Error('The page has no place for the app')
createRoot(root).render(
	<StrictMode>
		<RouterProvider router={router} />
	</StrictMode>,
)
