import type { AnyRouter } from '@tanstack/react-router'
import { textParam } from './search.ts'

interface Place {
	readonly pathname: string
	readonly search: { readonly attemptId?: unknown }
}

/** Whether a page of the app asks a question: what the voter is in the middle of is never interrupted. */
export const isQuestion = ({ pathname, search }: Place): boolean =>
	/^\/quiz\/[^/]+\/?$/.test(pathname) && textParam(search.attemptId) !== undefined

/** Whether a question is on screen. Not while its page is still being loaded, nor once the voter is on the way to another. */
export const isQuestionShown = ({ state }: Pick<AnyRouter, 'state'>): boolean =>
	state.resolvedLocation !== undefined &&
	isQuestion(state.resolvedLocation) &&
	isQuestion(state.location)
