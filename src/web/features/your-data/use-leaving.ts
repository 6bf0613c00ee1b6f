import { useRouter } from '@tanstack/react-router'

/** Leads to the sign-in page, which says what has been done. What was before is no way back: nobody is signed in there. */
export const useLeaving = (): ((note: string) => Promise<void>) => {
	const router = useRouter()
	return (note) => router.navigate({ to: '/login', replace: true, state: { note } })
}
