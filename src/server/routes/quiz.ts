import { quiz } from '#contract/quiz.ts'
import { quotes } from '#contract/quotes.ts'
import { type Api, mount } from '../http/mount.ts'
import { keepMaterial } from '../services/compare-quizzes/kept-material.ts'
import { takeBatch } from '../services/quiz/batch.ts'
import { complete } from '../services/quiz/complete.ts'
import { interact } from '../services/quiz/interact.ts'
import { getQuotes } from '../services/quiz/quotes.ts'
import { getAttempt, getHistory, getResults, getState } from '../services/quiz/read.ts'
import { reset } from '../services/quiz/reset.ts'
import { start } from '../services/quiz/start.ts'

/** Serves the verbs of a quiz and what came of it; the material of a quiz is kept here, for all who begin it. */
export const mountQuiz = (api: Api): void => {
	const materialOf = keepMaterial()
	mount(api, quiz.start, (context, input) => start(context, input, materialOf))
	mount(api, quiz.state, (context, { params }) => getState(context, params.attemptId))
	mount(api, quiz.interact, interact)
	mount(api, quiz.complete, (context, { params }) => complete(context, params.attemptId))
	mount(api, quiz.batch, takeBatch)
	mount(api, quiz.results, (context, { params }) => getResults(context, params.attemptId))
	mount(api, quotes.ofAttempt, (context, { params }) => getQuotes(context, params.attemptId))
	mount(api, quiz.reset, (context, input) => reset(context, input, materialOf))
	mount(api, quiz.completeByQuery, (context, { query }) => complete(context, query.quizAttemptId))
	mount(api, quiz.history, (context, { query }) => getHistory(context, query?.before))
	mount(api, quiz.attempt, (context, { query }) => getAttempt(context, query.quizAttemptId))
}
