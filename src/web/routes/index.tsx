import { createFileRoute, redirect } from '@tanstack/react-router'
import { session } from '#web/app/session.ts'

export const Route = createFileRoute('/')({
	beforeLoad: () => {
		throw redirect({ to: session.token() === null ? '/test' : '/quiz', replace: true })
	},
})
