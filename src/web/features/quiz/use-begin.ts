import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { afterCompleted } from '#domain/quiz-validation.ts'
import type { Result } from '#domain/types.ts'
import type { NotFound, StartError } from '#local/quiz.ts'
import { local } from '#web/app/local.ts'
import { said } from '#web/texts/language.ts'
import { quiz as texts } from '#web/texts/quiz.ts'
import { faultText } from '#web/ui/fault-text.ts'

type Deed = 'start' | 'reset'

const textOf = (error: StartError | NotFound, deed: Deed): string => {
	switch (error.code) {
		case 'completed':
			return `${texts.alreadyCompleted} ${said(afterCompleted(error.message))}`.trim()
		case 'invalid':
			return said(error.message)
		case 'not-here':
		case 'not-found':
			return texts.unable[deed]
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
		deed: Deed,
	): Promise<void> => {
		setBusy(true)
		setError(null)
		try {
			const begun = await begin()
			if (!begun.ok) return setError(textOf(begun.error, deed))
			const to = '/quiz/$compareQuizId'
			const search = { attemptId: begun.value }
			await navigate({ to, params: { compareQuizId: quizId }, search, replace: true })
		} catch (fault) {
			reportError(fault)
			setError(faultText(fault, texts.noRoomToStart, texts.failed[deed]))
		} finally {
			setBusy(false)
		}
	}

	return {
		busy,
		error,
		start: () => void run(() => local.quiz.start(quizId), 'start'),
		reset: (attemptId) => void run(() => local.quiz.reset(attemptId), 'reset'),
	}
}
