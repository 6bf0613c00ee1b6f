import { createFileRoute } from '@tanstack/react-router'
import { readTestSearch } from '#web/features/test/search.ts'
import { TestScreen } from '#web/features/test/test-screen.tsx'

export const Route = createFileRoute('/test')({
	validateSearch: readTestSearch,
	component: TestPage,
})

function TestPage() {
	return <TestScreen {...Route.useSearch()} />
}
