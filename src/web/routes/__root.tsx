import { createRootRoute } from '@tanstack/react-router'
import { isSet } from '#web/app/search.ts'
import { AppFrame } from '#web/features/shell/app-frame.tsx'

/** `bare` hides the navigation on any page, e.g. `/test?bare=true` on a kiosk. */
export interface RootSearch {
	readonly bare?: true
}

const BARE: RootSearch = { bare: true }

export const Route = createRootRoute({
	validateSearch: ({ bare }): RootSearch => (isSet(bare) ? BARE : {}),
	search: {
		// Keep `bare` on every navigation.
		middlewares: [
			({ search, next }) => (search.bare ? { ...next(search), ...BARE } : next(search)),
		],
	},
	component: AppFrame,
})
