import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { COMPLETE_DELAY_MS, RESULTS_DELAY_MS } from '#domain/constants.ts'
import type { StoredAttempt } from '#local/db.ts'
import { local } from '#web/app/local.ts'
import { faultText } from '#web/ui/fault-text.ts'
import { Mark } from '#web/ui/mark.tsx'
import { ErrorNotice } from './error-card.tsx'

const FAILED = 'Failed to complete the quiz. Please try again.'
const NO_ROOM =
	'This device is out of room, so the quiz was not completed. Free some space and try again.'

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/** Completes the attempt after the specified pause, then opens the results after the next. @returns what went wrong, and another try. */
const useFinish = ({ id, compareQuizId }: StoredAttempt) => {
	const navigate = useNavigate()
	const [failed, setFailed] = useState<string | null>(null)
	const [round, setRound] = useState(0)

	// biome-ignore lint/correctness/useExhaustiveDependencies: another round is another try.
	useEffect(() => {
		let gone = false
		const finish = async (): Promise<void> => {
			await wait(COMPLETE_DELAY_MS)
			if (gone) return
			const completed = await local.quiz.complete(id)
			if (!completed.ok) return setFailed(FAILED)
			await wait(RESULTS_DELAY_MS)
			if (gone) return
			const search = { quizAttemptId: id, freshCompletion: true, compareQuizId } as const
			await navigate({ to: '/results', search, replace: true })
		}
		finish().catch((fault: unknown) => {
			reportError(fault)
			setFailed(faultText(fault, NO_ROOM, FAILED))
		})
		return () => {
			gone = true
		}
	}, [id, compareQuizId, navigate, round])

	const again = (): void => {
		setFailed(null)
		setRound(round + 1)
	}
	return { failed, again }
}

/** Every statement is answered: what is shown until the results open. */
export const Finishing = ({ attempt }: { readonly attempt: StoredAttempt }) => {
	const { failed, again } = useFinish(attempt)
	if (failed !== null) {
		return (
			<ErrorNotice text={failed}>
				<button type="button" className="btn btn-primary" onClick={again}>
					Try Again
				</button>
			</ErrorNotice>
		)
	}
	return (
		<div
			role="status"
			className="my-auto flex animate-rise flex-col items-center py-16 text-center"
		>
			<Mark className="size-16" />
			<p className="mt-6 font-serif text-3xl font-semibold">That was the last one</p>
			<p className="mt-2 text-muted">Working out where you stand...</p>
		</div>
	)
}
