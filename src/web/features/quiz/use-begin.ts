import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { Result } from '#domain/types.ts'
import type { NotFound, StartError } from '#local/quiz.ts'
import { local } from '#web/app/local.ts'
import { faultText } from '#web/ui/fault-text.ts'

const START_FAILED = 'Unable to start quiz. Please try again.'
const RESET_FAILED = 'Failed to reset quiz. Please try again.'
const NO_ROOM =
	'This device is out of room, so the quiz was not started. Free some space and try again.'

/** What a voter who has finished the quiz is told; what the server says of it follows. */
export const ALREADY_COMPLETED = "You've already completed this quiz."

const textOf = (error: StartError | NotFound, fallback: string): string => {
	switch (error.code) {
		case 'completed':
			return `${ALREADY_COMPLETED} ${error.message}`.trim()
		case 'invalid':
			return error.message
		case 'not-here':
		case 'not-found':
			return fallback
	}
}

export interface Begin {
	readonly busy: boolean
	readonly error: string | null
	/** Starts, or goes on with, the quiz, and shows its questions. */
	readonly start: () => void
	/** Leaves an attempt behind and starts afresh. */
	readonly reset: (attemptId: string) => void
}

/** Begins a quiz on this device and moves on to its questions. */
export const useBegin = (quizId: string): Begin => {
	const navigate = useNavigate()
	const [busy, setBusy] = useState(false)
	const [error, setError] = useState<string | null>(null)

	const run = async (
		begin: () => Promise<Result<string, StartError | NotFound>>,
		fallback: string,
	): Promise<void> => {
		setBusy(true)
		setError(null)
		try {
			const begun = await begin()
			if (!begun.ok) return setError(textOf(begun.error, fallback))
			const to = '/quiz/$compareQuizId'
			const search = { attemptId: begun.value }
			await navigate({ to, params: { compareQuizId: quizId }, search, replace: true })
		} catch (fault) {
			reportError(fault)
			setError(faultText(fault, NO_ROOM, fallback))
		} finally {
			setBusy(false)
		}
	}

	return {
		busy,
		error,
		start: () => void run(() => local.quiz.start(quizId), START_FAILED),
		reset: (attemptId) => void run(() => local.quiz.reset(attemptId), RESET_FAILED),
	}
}
