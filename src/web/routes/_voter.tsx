import { createFileRoute } from '@tanstack/react-router'
import { requireVoter } from '#web/app/guards.ts'

/** Guards all pages below: they need a signed-in user. */
export const Route = createFileRoute('/_voter')({
	beforeLoad: ({ location }) => requireVoter(location.href),
})
