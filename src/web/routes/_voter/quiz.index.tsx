import { createFileRoute, redirect } from '@tanstack/react-router'

export const Route = createFileRoute('/_voter/quiz/')({
	beforeLoad: () => {
		throw redirect({ to: '/elections', replace: true })
	},
})
