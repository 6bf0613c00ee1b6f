import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router'

export const Route = createFileRoute('/forgot-password')({
	// Named here, so that both pages of a new password come in one file.
	codeSplitGroupings: [],
	component: lazyRouteComponent(
		() => import('#web/features/account/password-screens.tsx'),
		'ForgotScreen',
	),
})
