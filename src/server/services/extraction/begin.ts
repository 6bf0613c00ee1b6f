import { createHash, randomUUID } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import type { Sent } from '#contract/endpoint.ts'
import type { ExtractionRequest, policyExtraction } from '#contract/policy-extraction.ts'
import { SOURCE_MAX_BYTES, SOURCE_MIN_WORDS, type SourceKind } from '#domain/extraction-limits.ts'
import { countWords } from '#domain/policies.ts'
import type { Actor } from '../../context.ts'
import { extractions } from '../../db/schema.ts'
import type { CallContext } from '../../http/mount.ts'
import { invalid, serviceError } from '../../http/service-error.ts'
import { getManagedCandidate } from '../candidates/managed.ts'
import { getExtraction, type SentExtraction } from './managed.ts'
import { keepProgress } from './progress.ts'
import { failedOutcome } from './result.ts'
import { runExtraction } from './run.ts'

export type ExtractionContext = Pick<
	CallContext<Actor>,
	'db' | 'clock' | 'log' | 'extractor' | 'now'
>

/** As much of a text as names it in a list. */
const LABEL_MAX = 200

/** The source of an extraction, as a later call names it. */
export const sourceFingerprint = (kind: SourceKind, source: string): string =>
	createHash('sha256').update(`${kind}\n${source}`).digest('base64url')

const refuse = (message: string) => invalid([{ path: 'source', message }])

/** Refuses what needs no reading to be refused. */
const checkSource = ({ kind, source }: ExtractionRequest): void => {
	if (kind === 'URL' && !URL.canParse(source)) throw refuse('Please enter a valid URL')
	if (kind === 'TEXT' && countWords(source) < SOURCE_MIN_WORDS) {
		throw refuse(`Please provide more content (at least ${SOURCE_MIN_WORDS} words)`)
	}
	const bytes = kind === 'FILE' ? (source.length * 3) / 4 : Buffer.byteLength(source)
	if (bytes > SOURCE_MAX_BYTES + 3) throw refuse('The source must be at most 5 MB')
}

const labelOf = ({ kind, source, fileName }: ExtractionRequest): string =>
	(kind === 'FILE' ? (fileName ?? '') : source.slice(0, 4 * LABEL_MAX))
		.replace(/\s+/g, ' ')
		.trim()
		.slice(0, LABEL_MAX)

/** Notes an extraction; one that has its id already is the one that was begun. */
const note = async (
	{ db, now }: ExtractionContext,
	id: string,
	request: ExtractionRequest,
): Promise<boolean> => {
	const row = {
		...{ id, candidateId: request.candidateId, kind: request.kind },
		...({ status: 'RUNNING', stage: 'fetch', label: labelOf(request) } as const),
		fingerprint: sourceFingerprint(request.kind, request.source),
		...{ createdAt: now, aliveAt: now },
	}
	const made = await db.insert(extractions).values(row).onConflictDoNothing().returning()
	if (made.length > 0) return true
	const [there] = await db
		.select({ id: extractions.id })
		.from(extractions)
		.where(and(eq(extractions.id, id), eq(extractions.fingerprint, row.fingerprint)))
	if (!there) throw serviceError('conflict', 'There is another extraction with this id.')
	return false
}

interface Begun {
	readonly id: string
	/** Settles when the extraction has ended. */
	readonly ended: Promise<void>
}

const begin = async (context: ExtractionContext, request: ExtractionRequest): Promise<Begun> => {
	checkSource(request)
	const { name, party } = await getManagedCandidate(context.db, request.candidateId)
	const id = request.id ?? randomUUID()
	const { extractor } = context
	if (extractor.isFull()) {
		throw serviceError('too-many', 'Too many extractions are waiting. Please try again later.', {
			headers: { 'retry-after': '30' },
		})
	}
	if (!(await note(context, id, request))) return { id, ended: Promise.resolve() }
	const names = [name, party ?? ''].filter(Boolean)
	// Before its turn has come: one that waits is under way as well.
	const progress = keepProgress(context, id, extractor.ending)
	const job = { ...request, id, names }
	return { id, ended: extractor.run(() => runExtraction(job, context, progress)) }
}

/**
 * Begins an extraction and returns at once. A repeated call with the same id finds the one that was begun.
 * @throws 400 for a source that cannot be one; 404 where there is no such candidate; 409 for the id of another one.
 */
export const beginExtraction = async (
	context: ExtractionContext,
	request: ExtractionRequest,
): Promise<SentExtraction> => {
	const { id } = await begin(context, request)
	return getExtraction(context, id)
}

/** Makes an extraction and waits for what it comes to. @throws as {@link beginExtraction}. */
export const extractPolicies = async (
	context: ExtractionContext,
	{ source, url, candidateId }: { source: string; url: boolean; candidateId: string },
): Promise<Sent<(typeof policyExtraction)['extract']>> => {
	const kind = url ? 'URL' : 'TEXT'
	const { id, ended } = await begin(context, {
		id: null,
		candidateId,
		kind,
		source,
		fileName: null,
	})
	await ended
	const { status, result } = await getExtraction(context, id)
	return result ?? failedOutcome(id, `The extraction was ${status.toLowerCase()}`)
}
