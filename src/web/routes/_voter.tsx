import { createFileRoute } from '@tanstack/react-router'
import { requireVoter } from '#web/app/guards.ts'

/** Every page below needs a signed-in voter. */
export const Route = createFileRoute('/_voter')({
	beforeLoad: ({ location }) => requireVoter(location.href),
})
