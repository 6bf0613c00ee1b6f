import { createRootRoute } from '@tanstack/react-router'
import { isSet } from '#web/app/search.ts'
import { AppFrame } from '#web/features/shell/app-frame.tsx'

/** Any page can be had bare, without the navigation around it: `/test?bare=true` on a kiosk, say. */
export interface RootSearch {
	readonly bare?: true
}

const BARE: RootSearch = { bare: true }

export const Route = createRootRoute({
	validateSearch: ({ bare }): RootSearch => (isSet(bare) ? BARE : {}),
	search: {
		// One that is bare leads to pages that are.
		middlewares: [
			({ search, next }) => (search.bare ? { ...next(search), ...BARE } : next(search)),
		],
	},
	component: AppFrame,
})
