import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { COMPLETE_DELAY_MS, RESULTS_DELAY_MS } from '#domain/constants.ts'
import type { StoredAttempt } from '#local/db.ts'
import { local } from '#web/app/local.ts'
import { askToPersist } from '#web/app/persistence.ts'
import { quiz as texts } from '#web/texts/quiz.ts'
import { faultText } from '#web/ui/fault-text.ts'
import { Mark } from '#web/ui/mark.tsx'
import { ErrorNotice } from './error-card.tsx'

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/** Completes the attempt after the specified pause, then opens the results after the next. @returns what went wrong, and another try. */
const useFinish = ({ id, serverId, compareQuizId }: StoredAttempt) => {
	const quizAttemptId = useRef(id)
	useEffect(() => {
		quizAttemptId.current = serverId ?? id
	}, [serverId, id])
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
			if (!completed.ok) return setFailed(texts.unable.complete)
			await wait(RESULTS_DELAY_MS)
			if (gone) return
			const search = {
				quizAttemptId: quizAttemptId.current,
				freshCompletion: true,
				compareQuizId,
			} as const
			await navigate({ to: '/results', search, replace: true })
			// Now there is something worth keeping, and no question on screen.
			askToPersist().catch(reportError)
		}
		finish().catch((fault: unknown) => {
			reportError(fault)
			setFailed(faultText(fault, texts.noRoomToComplete, texts.failed.complete))
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
	const shown = useRef<HTMLDivElement>(null)
	// With the last statement, or the button of another try, the focus has gone: here it says what happens, and keys find
	// the page again.
	// biome-ignore lint/correctness/useExhaustiveDependencies: after each failure it is shown anew.
	useEffect(() => shown.current?.focus({ preventScroll: true }), [failed])
	if (failed !== null) {
		return (
			<ErrorNotice text={failed} level={2}>
				<button type="button" className="btn btn-primary" onClick={again}>
					{texts.tryAgain}
				</button>
			</ErrorNotice>
		)
	}
	return (
		<div
			ref={shown}
			tabIndex={-1}
			role="status"
			className="my-auto flex animate-rise flex-col items-center py-16 text-center"
		>
			<Mark className="size-16" />
			<p className="mt-6 font-serif text-3xl font-semibold">{texts.lastOne}</p>
			<p className="mt-2 text-muted">{texts.workingOut}</p>
		</div>
	)
}
