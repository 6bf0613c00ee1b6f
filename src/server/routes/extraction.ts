import { policyExtraction } from '#contract/policy-extraction.ts'
import { type Api, mount } from '../http/mount.ts'
import { beginExtraction, extractPolicies } from '../services/extraction/begin.ts'
import {
	cancelExtraction,
	getExtraction,
	getExtractionSource,
	openExtractions,
	readHealth,
} from '../services/extraction/managed.ts'
import { saveExtraction } from '../services/extraction/save.ts'

/** Serves what proposes policies from a candidate's own words. */
export const mountExtraction = (api: Api): void => {
	const rows = policyExtraction
	mount(api, rows.extract, (context, { body }) => extractPolicies(context, body))
	mount(api, rows.begin, (context, { body }) => beginExtraction(context, body))
	mount(api, rows.ofCandidate, (context, { params }) =>
		openExtractions(context, params.candidateId),
	)
	mount(api, rows.get, (context, { params }) => getExtraction(context, params.id))
	mount(api, rows.source, ({ db }, { params }) => getExtractionSource(db, params.id))
	mount(api, rows.cancel, ({ db }, { params }) => cancelExtraction(db, params.id))
	mount(api, rows.save, (context, { body }) => saveExtraction(context, body))
	mount(api, rows.health, (context) => readHealth(context))
}
