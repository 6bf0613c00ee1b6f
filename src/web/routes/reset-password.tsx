import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router'

export const Route = createFileRoute('/reset-password')({
	// As with /forgot-password.
	codeSplitGroupings: [],
	component: lazyRouteComponent(
		() => import('#web/features/account/password-screens.tsx'),
		'ResetScreen',
	),
})
