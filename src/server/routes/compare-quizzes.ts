import { compareQuizzes } from '#contract/compare-quizzes.ts'
import { type Api, mount } from '../http/mount.ts'
import { createMountShared } from '../http/mount-shared.ts'
import { getCompareQuiz, listCompareQuizzesOf } from '../services/compare-quizzes/read.ts'
import { validateCompareQuiz } from '../services/compare-quizzes/validate.ts'

/** Serves the compare quizzes as voters read them; whether one can be taken is each voter’s own, and not shared. */
export const mountCompareQuizzes = (api: Api): void => {
	const mountShared = createMountShared(api)
	mountShared(compareQuizzes.ofElection, (db, { params }) =>
		listCompareQuizzesOf(db, params.electionId),
	)
	mountShared(compareQuizzes.get, (db, { params }) => getCompareQuiz(db, params.id))
	mount(api, compareQuizzes.validate, (context, { params }) =>
		validateCompareQuiz(context, params.id),
	)
}
