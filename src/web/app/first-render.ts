import { endFirstPolicy } from '#web/first/first-policy.ts'

/** Maximum delay of deferred work, if the first screen never renders, in ms. */
const PATIENCE_MS = 10_000

let settle = (): void => undefined

/** Resolves after the first render. Prefetching and service-worker registration wait, to keep slow connections free. */
export const firstRender = new Promise<void>((resolve) => {
	settle = resolve
	setTimeout(resolve, PATIENCE_MS)
})

/** Call it after rendering the first screen. Idempotent. */
export const reportFirstRender = (): void => {
	endFirstPolicy()
	settle()
}
