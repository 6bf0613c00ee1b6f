import { history } from '#contract/history.ts'
import { manageCandidates } from '#contract/manage-candidates.ts'
import { manageElections } from '#contract/manage-elections.ts'
import { manageQuizzes } from '#contract/manage-quizzes.ts'
import { manageUsers } from '#contract/manage-users.ts'
import { type Api, mount } from '../http/mount.ts'
import { notFound } from '../http/service-error.ts'
import { pageHistory } from '../services/administration/history.ts'
import { candidateConsequences } from '../services/candidates/consequences.ts'
import { readLogo, uploadLogo } from '../services/candidates/logos.ts'
import * as candidates from '../services/candidates/manage.ts'
import {
	getManagedCandidate,
	listCandidates,
	pageCandidates,
} from '../services/candidates/managed.ts'
import * as quizzes from '../services/compare-quizzes/manage.ts'
import { getManagedQuiz, pageQuizzes } from '../services/compare-quizzes/managed.ts'
import { previewQuiz } from '../services/compare-quizzes/preview.ts'
import { electionConsequences } from '../services/elections/consequences.ts'
import * as elections from '../services/elections/manage.ts'
import { getManagedElection, pageElections } from '../services/elections/managed.ts'
import * as users from '../services/users/manage.ts'
import { getManagedUser, listUsers, pageUsers } from '../services/users/managed.ts'

const mountElections = (api: Api): void => {
	const rows = manageElections
	mount(api, rows.page, ({ db }, { query }) => pageElections(db, query))
	mount(api, rows.get, ({ db }, { params }) => getManagedElection(db, params.id))
	mount(api, rows.consequences, ({ db }, { params }) => electionConsequences(db, params.id))
	mount(api, rows.create, (context, { body }) => elections.createElection(context, body))
	mount(api, rows.update, (context, { params, body }) =>
		elections.updateElection(context, params.id, body),
	)
	mount(api, rows.remove, (context, { params }) => elections.deleteElection(context, params.id))
	mount(api, rows.restore, (context, { params }) => elections.restoreElection(context, params.id))
}

const mountCandidates = (api: Api): void => {
	const rows = manageCandidates
	mount(api, rows.page, ({ db }, { query }) => pageCandidates(db, query))
	mount(api, rows.list, ({ db }) => listCandidates(db))
	mount(api, rows.get, ({ db }, { params }) => getManagedCandidate(db, params.id))
	mount(api, rows.consequences, ({ db }, { params }) => candidateConsequences(db, params.id))
	mount(api, rows.create, (context, { body }) => candidates.createCandidate(context, body))
	mount(api, rows.update, (context, { params, body }) =>
		candidates.updateCandidate(context, params.id, body),
	)
	mount(api, rows.remove, (context, { params }) => candidates.deleteCandidate(context, params.id))
	mount(api, rows.restore, (context, { params }) => candidates.restoreCandidate(context, params.id))
	mount(api, rows.uploadLogo, (context, { body }) => uploadLogo(context, body))
}

const IMMUTABLE = 'public, max-age=31536000, immutable'

/** Serves the uploaded pictures to everybody: what a path names never changes. */
const mountLogos = ({ app, deps }: Api): void => {
	app.get('/api/logos/:file{[0-9a-f]{64}\\.webp}', async (c) => {
		const bytes = await readLogo(deps.db, c.req.param('file').slice(0, -'.webp'.length))
		if (bytes === null) throw notFound()
		return c.body(new Uint8Array(bytes), 200, {
			'content-type': 'image/webp',
			'cache-control': IMMUTABLE,
		})
	})
}

const mountQuizzes = (api: Api): void => {
	const rows = manageQuizzes
	mount(api, rows.page, (context, { query }) => pageQuizzes(context, query))
	mount(api, rows.get, (context, { params }) => getManagedQuiz(context, params.id))
	mount(api, rows.preview, (context, { body }) => previewQuiz(context, body))
	mount(api, rows.create, (context, { body }) => quizzes.createQuiz(context, body))
	mount(api, rows.update, (context, { params, body }) =>
		quizzes.updateQuiz(context, params.id, body),
	)
	mount(api, rows.activate, (context, { params }) =>
		quizzes.setQuizActive(context, params.id, true),
	)
	mount(api, rows.deactivate, (context, { params }) =>
		quizzes.setQuizActive(context, params.id, false),
	)
	mount(api, rows.remove, (context, { params }) => quizzes.deleteQuiz(context, params.id))
	mount(api, rows.restore, (context, { params }) => quizzes.restoreQuiz(context, params.id))
}

const mountUsers = (api: Api): void => {
	const rows = manageUsers
	mount(api, rows.list, ({ db }) => listUsers(db))
	// Before the row whose parameter would match it.
	mount(api, rows.page, ({ db }, { query }) => pageUsers(db, query))
	mount(api, rows.get, ({ db }, { params }) => getManagedUser(db, params.id))
	mount(api, rows.setRoles, (context, { params, body }) => users.setRoles(context, params.id, body))
	mount(api, rows.remove, (context, { params }) => users.deleteUser(context, params.id))
	mount(api, rows.restore, (context, { params }) => users.restoreUser(context, params.id))
}

/** Serves the back-office: elections, candidates, compare quizzes, users and the history. */
export const mountAdministration = (api: Api): void => {
	mountElections(api)
	mountCandidates(api)
	mountLogos(api)
	mountQuizzes(api)
	mountUsers(api)
	mount(api, history.page, (context, { query }) => pageHistory(context, query))
}
