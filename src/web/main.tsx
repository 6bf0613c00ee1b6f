import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { firstRender, replaceLastScreen, reportFirstRender } from './app/first-render.ts'
import './app/install.ts'
import { isReloadBlocked } from './app/reload-block.ts'
import { createMissingPart, isPartGone } from './app/root-error.tsx'
import { session } from './app/session.ts'
import { loadVoterParts } from './features/shell/lazy-parts.tsx'
import { endLastScreen, lastScreen } from './first/last-screen.ts'
import { router } from './router.tsx'
import { language, textsLoaded } from './texts/language.ts'
import { painted } from './ui/hooks.ts'
import './styles.css'

/** Preloads in parallel. Rendering loads them one by one, and retries failures. */
const quietly = (...parts: (Promise<unknown> | undefined)[]): void =>
	void Promise.all(parts).catch(() => undefined)

const preloadVoterParts = (): void => quietly(loadVoterParts())

let voter = session.userKey()

/** Re-runs the route guards after a sign-in or sign-out in any tab. */
const followSession = (): void => {
	const now = session.userKey()
	if (now === voter) return
	voter = now
	endLastScreen()
	if (now !== null) preloadVoterParts()
	const moved =
		session.get().ended === 'signed-out' ? router.navigate({ to: '/login' }) : router.invalidate()
	moved.catch(reportError)
}

session.subscribe(followSession)
addEventListener('storage', (event) => {
	if (event.key === null || event.key === 'token' || event.key === 'userData') session.reload()
})
// A page in the back/forward cache misses storage events.
addEventListener('pageshow', (event) => {
	if (event.persisted) session.reload()
})
let leaving = false
addEventListener('pagehide', () => {
	leaving = true
})
addEventListener('pageshow', () => {
	leaving = false
})
const missingPart = createMissingPart({
	online: () => navigator.onLine,
	busy: () => isReloadBlocked(router),
	leaving: () => leaving,
	isGone: (message) => isPartGone(message, import.meta.url),
	storage: () => sessionStorage,
	now: Date.now,
	reload: () => location.reload(),
})
addEventListener('vite:preloadError', (event) => void missingPart(event).catch(reportError))
// The knowledge test reports its first render itself, after its first policy.
router.subscribe('onResolved', ({ toLocation }) => {
	if (toLocation.pathname !== '/test') reportFirstRender()
})
const worker = navigator.serviceWorker?.controller ?? null
// The service worker downloads the whole app: start it after the first render.
firstRender
	.then(() => import('./later.ts'))
	.then(({ beginLater }) => beginLater(router, worker))
	.catch(reportError)
// The knowledge test is anonymous: do not verify the session there.
if (location.pathname !== '/test') {
	session.verify(async () => (await import('./app/api.ts')).checkProfile()).catch(reportError)
}

export const draw = (): Root => {
	const isVoter = session.token() !== null
	if (isVoter) preloadVoterParts()
	const [routes] = router.getMatchedRoutes(location.pathname)
	if (isVoter) quietly(...routes.map((route) => router.loadRouteChunk(route)))
	document.documentElement.lang = language()
	const root = document.getElementById('root')
	if (root === null) throw new Error('The page has no place for the app')
	const app = createRoot(root)
	app.render(
		<StrictMode>
			<RouterProvider router={router} />
		</StrictMode>,
	)
	replaceLastScreen()
	return app
}
// Drawing would delay the paint of the last screen.
export const drawn = textsLoaded.then(() => lastScreen && painted()).then(draw)
drawn.catch(reportError)
