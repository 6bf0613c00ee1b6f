import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router'
import { readTestSearch } from '#web/features/test/test-screen.tsx'

export const Route = createFileRoute('/test')({
	validateSearch: readTestSearch,
	// Named here, or the page would come in a file of its own beside the one that it stands in.
	codeSplitGroupings: [],
	component: lazyRouteComponent(() => import('#web/features/test/test-screen.tsx'), 'TestPage'),
})
