import { createHash, randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { and, eq } from 'drizzle-orm'
import type { ExtractionRequest, policyExtraction } from '#contract/admin/extraction.ts'
import type { Sent } from '#contract/endpoint.ts'
import {
	type ExtractionStage,
	SOURCE_MAX_BYTES,
	SOURCE_MIN_WORDS,
	type SourceKind,
} from '#domain/limits.ts'
import { countWords } from '#domain/policies.ts'
import type { Actor, Deps } from '../../context.ts'
import { harmlessMessage } from '../../db/errors.ts'
import { extractions } from '../../db/schema.ts'
import { fieldError, invalid, serviceError } from '../../http/errors.ts'
import type { CallContext } from '../../http/mount.ts'
import { getManagedCandidate } from '../candidates/admin-read.ts'
import { failedOutcome, getExtraction, type SentExtraction } from './read.ts'
import { runExtraction } from './run.ts'

/** Interval of progress writes, in ms. */
const EVERY_MS = 300

export interface Step {
	readonly stage: ExtractionStage
	readonly done: number
	readonly total: number
}

/** Writes progress to the database and detects cancellation there: any process may serve those calls. */
export interface Progress {
	readonly tell: (step: Step) => void
	/** Aborted when the extraction is canceled or the server stops. */
	readonly signal: AbortSignal
	readonly end: () => Promise<void>
}

const keepProgress = (
	{ db, clock, log }: Pick<Deps, 'db' | 'clock' | 'log'>,
	id: string,
	ending: AbortSignal,
): Progress => {
	const ended = new AbortController()
	const cancelled = new AbortController()
	let step: Step = { stage: 'fetch', done: 0, total: 0 }
	const write = async (): Promise<void> => {
		const rows = await db
			.update(extractions)
			.set({ ...step, aliveAt: clock() })
			.where(and(eq(extractions.id, id), eq(extractions.status, 'RUNNING')))
			.returning({ id: extractions.id })
		if (rows.length === 0) cancelled.abort()
	}
	const keep = async (): Promise<void> => {
		while (!ended.signal.aborted && !cancelled.signal.aborted) {
			// A failed write does not stop the work; the next one includes its progress.
			await write().catch((error: unknown) =>
				log('warn', 'progress not written', { message: harmlessMessage(error) }),
			)
			await delay(EVERY_MS, undefined, { signal: ended.signal }).catch(() => undefined)
		}
	}
	const keeping = keep()
	return {
		tell: (next) => {
			step = next
		},
		signal: AbortSignal.any([ending, cancelled.signal]),
		end: async () => {
			ended.abort()
			await keeping
		},
	}
}

export type ExtractionContext = Pick<
	CallContext<Actor>,
	'db' | 'clock' | 'log' | 'extractor' | 'now'
>

const LABEL_MAX = 200

/** Hashes the source of an extraction, to recognize it in later calls. */
export const sourceFingerprint = (kind: SourceKind, source: string): string =>
	createHash('sha256').update(`${kind}\n${source}`).digest('base64url')

const refuse = (given: Parameters<typeof fieldError>[1]) => invalid([fieldError('source', given)])

const checkSource = ({ kind, source }: ExtractionRequest): void => {
	if (kind === 'URL' && !URL.canParse(source)) throw refuse('extraction-url-invalid')
	if (kind === 'TEXT' && countWords(source) < SOURCE_MIN_WORDS) {
		throw refuse({ code: 'extraction-source-too-short', values: { least: SOURCE_MIN_WORDS } })
	}
	const bytes = kind === 'FILE' ? (source.length * 3) / 4 : Buffer.byteLength(source)
	if (bytes > SOURCE_MAX_BYTES + 3) throw refuse('extraction-source-too-large')
}

const labelOf = ({ kind, source, fileName }: ExtractionRequest): string =>
	(kind === 'FILE' ? (fileName ?? '') : source.slice(0, 4 * LABEL_MAX))
		.replace(/\s+/g, ' ')
		.trim()
		.slice(0, LABEL_MAX)

/** Returns false if the extraction exists. @throws 409 if its id belongs to another source. */
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
	if (!there) throw serviceError('conflict', 'extraction-id-taken')
	return false
}

interface Begun {
	readonly id: string
	readonly ended: Promise<void>
}

const begin = async (context: ExtractionContext, request: ExtractionRequest): Promise<Begun> => {
	checkSource(request)
	const { name, party } = await getManagedCandidate(context.db, request.candidateId)
	const id = request.id ?? randomUUID()
	const { extractor } = context
	if (extractor.isFull()) {
		throw serviceError('too-many', 'too-many-extractions', {
			headers: { 'retry-after': '30' },
		})
	}
	if (!(await note(context, id, request))) return { id, ended: Promise.resolve() }
	const names = [name, party ?? ''].filter(Boolean)
	// Start before the job's turn, so that waiting extractions also have a heartbeat.
	const progress = keepProgress(context, id, extractor.ending)
	const job = { ...request, id, names }
	return { id, ended: extractor.run(() => runExtraction(job, context, progress)) }
}

/** Starts an extraction without waiting; idempotent per id. @throws 400, 404, or 409 if the id is taken. */
export const beginExtraction = async (
	context: ExtractionContext,
	request: ExtractionRequest,
): Promise<SentExtraction> => {
	const { id } = await begin(context, request)
	return getExtraction(context, id)
}

/** Runs an extraction and waits for its result. @throws as {@link beginExtraction}. */
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
