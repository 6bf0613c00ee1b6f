import { createFileRoute } from '@tanstack/react-router'
import { readTestSearch } from '#web/features/test/session-model.ts'
import { TestPage } from '#web/features/test/test-screen.tsx'

export const Route = createFileRoute('/test')({
	validateSearch: readTestSearch,
	component: TestPage,
})
