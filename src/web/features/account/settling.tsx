import { useRouter } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import { settleErasure } from '#web/app/erasure.ts'
import { yourData } from '#web/texts/en/your-data.ts'

/** What is known of an erasure whose reply was lost. */
type Known = 'asking' | 'unknown' | NonNullable<Awaited<ReturnType<typeof settleErasure>>>

/**
 * Finds out whether somebody who stands here without a session was erased: they asked for it, and the reply was lost.
 * @param otherwise what is said to them where they were not.
 */
export const Settling = ({ otherwise }: { readonly otherwise: ReactNode }) => {
	const router = useRouter()
	const [known, setKnown] = useState<Known>('asking')
	useEffect(() => {
		let gone = false
		const settle = async (): Promise<void> => {
			setKnown('asking')
			const found = await settleErasure()
			if (gone) return
			if (found === 'erased' || found === 'left') {
				const note = found === 'erased' ? yourData.erased : yourData.erasedButHere
				await router.navigate({ to: '/login', replace: true, state: { note } })
			}
			setKnown(found ?? 'unknown')
		}
		const start = (): void => void settle().catch(reportError)
		start()
		addEventListener('online', start)
		return () => {
			gone = true
			removeEventListener('online', start)
		}
	}, [router])
	if (known === 'there') return otherwise
	// Said by the page itself: the note came with the way here.
	if (known === 'erased' || known === 'left') return null
	return (
		<p role="status" className="mb-5 rounded-field bg-base-200 px-4 py-3">
			{known === 'asking' ? yourData.settling : yourData.unsettled}
		</p>
	)
}
