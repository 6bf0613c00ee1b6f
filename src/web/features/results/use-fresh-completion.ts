import { useEffect, useRef, useState } from 'react'
import { local } from '#web/app/local.ts'

/** @returns whether the attempt is completed now; one that nobody knows is nothing to complete. */
const completeIfNeeded = async (attemptId: string): Promise<boolean> => {
	if ((await local.attempts.find(attemptId)) === null) {
		const read = await local.attempts.refresh(attemptId)
		// Where the server cannot be asked, there may well be something to complete.
		const refused = !read.ok && read.error.kind === 'problem' && read.error.status < 500
		if (!read.ok && !refused) return false
	}
	const attempt = await local.attempts.find(attemptId)
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
