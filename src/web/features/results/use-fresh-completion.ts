import { useEffect, useRef, useState } from 'react'
import { local } from '#web/app/local.ts'

/** The attempt, from the device, or from the server where this device does not have it. */
const findAttempt = async (attemptId: string) => {
	const here = await local.attempts.find(attemptId)
	if (here !== null) return here
	await local.attempts.refresh(attemptId)
	return local.attempts.find(attemptId)
}

/** @returns whether the attempt is completed now, or was nothing to complete. */
const completeIfNeeded = async (attemptId: string): Promise<boolean> => {
	const attempt = await findAttempt(attemptId)
	if (attempt === null || attempt.status === 'COMPLETED') return true
	return (await local.quiz.complete(attempt.id)).ok
}

/**
 * Completes the attempt of a page that was opened right after the last answer, where it is not completed yet.
 * @param onSettled takes the mark out of the address.
 * @returns whether completing failed.
 */
export const useFreshCompletion = (
	attemptId: string,
	fresh: boolean,
	onSettled: () => void,
): boolean => {
	const [failed, setFailed] = useState(false)
	const settled = useRef(onSettled)
	useEffect(() => {
		settled.current = onSettled
	})
	useEffect(() => {
		if (!fresh) return
		completeIfNeeded(attemptId).then(
			(completed) => {
				setFailed(!completed)
				if (completed) settled.current()
			},
			(fault: unknown) => {
				reportError(fault)
				setFailed(true)
			},
		)
	}, [attemptId, fresh])
	return failed
}
