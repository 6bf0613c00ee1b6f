import { useEffect } from 'react'
import { holdQuestion } from '#web/app/question.ts'

/** Keeps updates from the page while `on`, as long as the component is there: they wait, and are offered afterwards. */
export const useQuestion = (on = true): void => {
	useEffect(() => (on ? holdQuestion() : undefined), [on])
}
