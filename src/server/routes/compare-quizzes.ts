import { compareQuizzes } from '#contract/compare-quizzes.ts'
import { type Api, mount } from '../http/mount.ts'
import { getCompareQuiz, listCompareQuizzesOf } from '../services/compare-quizzes/read.ts'
import { validateCompareQuiz } from '../services/compare-quizzes/validate.ts'

export const mountCompareQuizzes = (api: Api): void => {
	mount(api, compareQuizzes.ofElection, ({ db }, { params }) =>
		listCompareQuizzesOf(db, params.electionId),
	)
	mount(api, compareQuizzes.get, ({ db }, { params }) => getCompareQuiz(db, params.id))
	mount(api, compareQuizzes.validate, (context, { params }) =>
		validateCompareQuiz(context, params.id),
	)
}
