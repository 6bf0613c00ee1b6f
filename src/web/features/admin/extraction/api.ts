import {
	type Extraction,
	type ExtractionRequest,
	type ExtractionResult,
	policyExtraction,
	type StoredSource,
} from '#contract/admin/extraction.ts'
import type { Result } from '#domain/types.ts'
import type { Failure } from '#http/failure.ts'
import { call } from '#web/app/api.ts'
import { isLacking } from '../kit/errors.ts'
import { type ReviewPolicy, toSave } from './review-policies.ts'
import type { KeptReview } from './saved-review.ts'

/** Begins an extraction, under the id that the page has given it. */
export const beginExtraction = (
	body: ExtractionRequest,
	signal: AbortSignal,
): Promise<Result<Extraction, Failure>> => call(policyExtraction.begin, { body }, { signal })

/** The specification's call: it answers when all is done. */
export const extractPlainly = (
	{ kind, source, candidateId }: Pick<ExtractionRequest, 'kind' | 'source' | 'candidateId'>,
	signal: AbortSignal,
): Promise<Result<ExtractionResult, Failure>> =>
	call(policyExtraction.extract, { body: { source, url: kind === 'URL', candidateId } }, { signal })

/** How far an extraction is, and what it came to: asked again while it is under way. */
export const readExtraction = (
	id: string,
	signal?: AbortSignal,
): Promise<Result<Extraction, Failure>> =>
	call(policyExtraction.get, { params: { id } }, { ...(signal && { signal }) })

/** Stops an extraction; one that has ended is not offered again. */
export const cancelExtraction = (id: string): Promise<Result<unknown, Failure>> =>
	call(policyExtraction.cancel, { params: { id } })

/** Extractions of a candidate that are not saved; none from a server that keeps none. */
export const openExtractions = async (
	candidateId: string,
	signal: AbortSignal,
): Promise<Result<readonly Extraction[], Failure>> => {
	const reply = await call(policyExtraction.ofCandidate, { params: { candidateId } }, { signal })
	return reply.ok || !isLacking(reply.error) ? reply : { ok: true, value: [] }
}

/** The source as it is stored; null from a server that stores none. */
export const readStoredSource = async (
	id: string,
	signal: AbortSignal,
): Promise<Result<StoredSource | null, Failure>> => {
	const reply = await call(policyExtraction.source, { params: { id } }, { signal })
	return reply.ok || !isLacking(reply.error) ? reply : { ok: true, value: null }
}

/** Saves what was reviewed, all of it or nothing. */
export const saveReview = (
	extractionId: string,
	{ source, known, candidateId }: Pick<KeptReview, 'source' | 'known' | 'candidateId'>,
	policies: readonly ReviewPolicy[],
	idempotencyKey: string,
) =>
	call(
		policyExtraction.save,
		{
			body: {
				extractionRequest: {
					...source,
					candidateId,
					extractionId: known ? extractionId : null,
				},
				editedPolicies: policies.map(toSave),
			},
		},
		{ idempotencyKey },
	)
