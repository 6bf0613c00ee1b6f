import { randomUUID } from 'node:crypto'
import { setImmediate as immediate } from 'node:timers/promises'
import { and, eq } from 'drizzle-orm'
import type { ExtractionRequest } from '#contract/policy-extraction.ts'
import { type Extraction, type ExtractionFailure, extract } from '#domain/extraction/extract.ts'
import type { Result } from '#domain/types.ts'
import type { Deps } from '../../context.ts'
import { harmlessMessage } from '../../db/errors.ts'
import { type ExtractionOutcome, extractions, policies, policySources } from '../../db/schema.ts'
import type { Extractor } from '../../extraction/extractor.ts'
import { type Improvement, improve } from '../../extraction/model.ts'
import type { ReadDocument } from '../../extraction/read-pdf.ts'
import type { RawSource } from '../../extraction/read-source.ts'
import { notDeleted } from '../administration/deletion.ts'
import { keepProgress, type Progress } from './progress.ts'
import { failedOutcome, outcomeOf, sameWords } from './result.ts'

/** An extraction to be made. */
export interface Job extends Omit<ExtractionRequest, 'id'> {
	readonly id: string
	/** Of the candidate, and of their party. */
	readonly names: readonly string[]
}

type Context = Pick<Deps, 'db' | 'clock' | 'log' | 'extractor'>

/** Thrown inside only: what went wrong, in words for the administrator. */
class Failed extends Error {}

const FAILURES: Readonly<Record<ExtractionFailure, string>> = {
	cancelled: 'The extraction was cancelled',
	'too-long': 'The source is too large to be read',
}

const readValue = <Value>(result: Result<Value, { readonly message: string }>): Value => {
	if (!result.ok) throw new Failed(result.error.message)
	return result.value
}

interface Found extends ReadDocument {
	readonly url: string | null
}

const fileOf = async (
	job: Job,
	extractor: Extractor,
	signal: AbortSignal,
): Promise<RawSource & { url: string | null }> => {
	if (job.kind === 'URL') {
		const page = readValue(await extractor.fetch(job.source, signal))
		return page
	}
	const plain = job.kind === 'TEXT'
	return {
		bytes: Buffer.from(job.source, plain ? 'utf8' : 'base64'),
		mediaType: plain ? 'text/plain' : null,
		charset: plain ? 'utf-8' : null,
		fileName: plain ? null : (job.fileName ?? ''),
		url: null,
	}
}

const readJob = async (job: Job, { extractor }: Context, progress: Progress): Promise<Found> => {
	progress.tell({ stage: 'fetch', done: 0, total: 1 })
	const { url, ...file } = await fileOf(job, extractor, progress.signal)
	progress.tell({ stage: 'read', done: 0, total: 1 })
	const { source, title } = readValue(await extractor.read(file, progress.signal))
	return { source, title: title ?? job.fileName, url }
}

const extractFrom = async (
	{ source }: Found,
	{ names }: Job,
	{ tell, signal }: Progress,
): Promise<Extraction> => {
	const extracted = await extract(source, {
		names,
		signal,
		onProgress: (stage, done, total) => tell({ stage, done, total }),
		pause: () => immediate(),
	})
	if (!extracted.ok) throw new Failed(FAILURES[extracted.error])
	return extracted.value
}

/** Has a language model improve what was found, where there is one. */
const improved = async (
	found: Extraction,
	{ source }: Found,
	{ names }: Job,
	{ extractor, log }: Context,
	{ tell, signal }: Progress,
): Promise<Improvement> => {
	const { model } = extractor
	const onProgress = (done: number, total: number) => tell({ stage: 'improve', done, total })
	const made = await improve(found, source, { model, names, signal, onProgress })
	if (!made.ok) throw new Failed(FAILURES[made.error])
	const { failure } = made.value
	if (failure !== null) log('warn', 'language model failed', { error: failure })
	return made.value
}

/** Keeps the source before anything is proposed from it: quotes are looked up in what is stored. */
const storeSource = async (job: Job, { source, title, url }: Found, { db, clock }: Context) => {
	const sourceId = randomUUID()
	await db.transaction(async (tx) => {
		await tx.insert(policySources).values({
			id: sourceId,
			candidateId: job.candidateId,
			kind: job.kind,
			url,
			title,
			text: source.text,
			blocks: source.blocks,
			createdAt: clock(),
		})
		await tx.update(extractions).set({ sourceId }).where(eq(extractions.id, job.id))
	})
}

/** What the candidate has already: an extraction that is made again proposes what is new. */
const savedOf = async ({ candidateId }: Job, { db }: Context): Promise<ReadonlySet<string>> => {
	const rows = await db
		.select({ text: policies.text, quote: policies.quote })
		.from(policies)
		.where(and(eq(policies.candidateId, candidateId), notDeleted(policies)))
	return new Set(rows.flatMap(({ text, quote }) => [text, quote ?? text].map(sameWords)))
}

const perform = async (
	job: Job,
	context: Context,
	progress: Progress,
): Promise<ExtractionOutcome> => {
	const read = await readJob(job, context, progress)
	await storeSource(job, read, context)
	const found = await extractFrom(read, job, progress)
	const made = await improved(found, read, job, context, progress)
	const told = { id: job.id, text: read.source.text, saved: await savedOf(job, context) }
	return outcomeOf(told, found, made)
}

const failed = (job: Job, error: unknown, { log }: Context, { signal }: Progress) => {
	if (error instanceof Failed) return failedOutcome(job.id, error.message)
	if (signal.aborted) return failedOutcome(job.id, 'The extraction was interrupted')
	log('error', 'extraction failed', { message: harmlessMessage(error) })
	return failedOutcome(job.id, 'Something went wrong on the server')
}

const stateOf = ({ status }: ExtractionOutcome) =>
	status === 'SUCCESS' || status === 'WARNINGS' ? status : 'FAILED'

/**
 * Makes an extraction, stage by stage, and writes down what it came to, unless it was cancelled meanwhile.
 * @param ending aborted when the server ends.
 */
export const runExtraction = async (
	job: Job,
	context: Context,
	ending: AbortSignal,
): Promise<void> => {
	const progress = keepProgress(context, job.id, ending)
	const result = await perform(job, context, progress).catch((error: unknown) =>
		failed(job, error, context, progress),
	)
	await progress.end()
	await context.db
		.update(extractions)
		.set({ result, status: stateOf(result), stage: null, aliveAt: context.clock() })
		.where(and(eq(extractions.id, job.id), eq(extractions.status, 'RUNNING')))
}
