import { useRouter } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import { settleErasure } from '#web/app/erasure.ts'
import { yourData } from '#web/texts/en/your-data.ts'

type Known = 'asking' | 'unknown' | NonNullable<Awaited<ReturnType<typeof settleErasure>>>

/** Checks after a lost reply if the account was erased. @param otherwise shown if it was not. */
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
	// The page already shows the note passed with the navigation.
	if (known === 'erased' || known === 'left') return null
	return (
		<p role="status" className="mb-5 rounded-field bg-base-200 px-4 py-3">
			{known === 'asking' ? yourData.settling : yourData.unsettled}
		</p>
	)
}
