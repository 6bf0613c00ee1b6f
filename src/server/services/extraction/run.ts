import { randomUUID } from 'node:crypto'
import { setTimeout as delay, setImmediate as immediate } from 'node:timers/promises'
import { and, eq } from 'drizzle-orm'
import type { ExtractionRequest } from '#contract/admin/extraction.ts'
import { type Extraction, type ExtractionFailure, extract } from '#domain/extraction/extract.ts'
import { comparable } from '#domain/extraction/text.ts'
import type { Deps } from '../../context.ts'
import { harmlessMessage } from '../../db/errors.ts'
import type { Db } from '../../db/open.ts'
import { type ExtractionOutcome, extractions, policies, policySources } from '../../db/schema.ts'
import { choose } from '../../extraction/choose.ts'
import type { Extractor } from '../../extraction/extractor.ts'
import { type Improvement, improve } from '../../extraction/model.ts'
import type { RawSource } from '../../extraction/read-source.ts'
import { type ReadDocument, SourceError } from '../../extraction/source-text.ts'
import { notDeleted } from '../admin-shared/change.ts'
import { loadOpponentNames } from '../candidates/opponents.ts'
import type { Progress } from './begin.ts'
import { failedOutcome, INTERRUPTED, outcomeOf } from './read.ts'

export interface Job extends Omit<ExtractionRequest, 'id'> {
	readonly id: string
	readonly names: readonly string[]
}

type Context = Pick<Deps, 'db' | 'clock' | 'log' | 'extractor'>

const WENT_WRONG = 'Something went wrong on the server'
const FAILURES = {
	cancelled: 'cancelled',
	'too-long': 'too-large',
} as const satisfies Readonly<Record<ExtractionFailure, string>>

interface Found extends ReadDocument {
	readonly url: string | null
}

const fileOf = async (
	job: Job,
	extractor: Extractor,
	signal: AbortSignal,
): Promise<RawSource & { url: string | null }> => {
	if (job.kind === 'URL') {
		const page = await extractor.fetch(job.source, signal)
		// Keep the URL as entered: the redirect target may contain private data.
		return { ...page, url: job.source }
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
	const { source, title, leftOut } = await extractor.read(file, progress.signal)
	return { source, title: title ?? job.fileName, leftOut, url }
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
	if (!extracted.ok) throw new SourceError(FAILURES[extracted.error])
	return extracted.value
}

const improved = async (
	found: Extraction,
	{ source }: Found,
	{ names }: Job,
	{ extractor, log }: Context,
	{ tell, signal }: Progress,
): Promise<Improvement> => {
	const { model } = extractor
	const onProgress = (done: number, total: number) => tell({ stage: 'improve', done, total })
	const options = { model, names, signal, onProgress }
	const reworded = await improve(found, source, options)
	const made = await choose(reworded, source, options)
	if (made.failure !== null) log('warn', 'language model failed', { error: made.failure })
	return made
}

/** Stores the source first, because quotes are checked against the stored text. */
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

/** Loads the candidate's statements and quotes, normalized by {@link comparable}. */
export const savedWords = async (db: Db, candidateId: string): Promise<ReadonlySet<string>> => {
	const rows = await db
		.select({ text: policies.text, quote: policies.quote })
		.from(policies)
		.where(and(eq(policies.candidateId, candidateId), notDeleted(policies)))
	return new Set(rows.flatMap(({ text, quote }) => [text, quote ?? text].map(comparable)))
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
	// A repeated extraction proposes only new policies.
	const saved = await savedWords(context.db, job.candidateId)
	const rivals = await loadOpponentNames(context.db, [job.candidateId])
	// Used only to flag names of competitors, not to read or reword statements.
	const beside = rivals.get(job.candidateId) ?? { names: [], parties: [] }
	const { source, leftOut } = read
	const told = {
		...{ id: job.id, text: source.text, leftOut, language: made.language },
		...{ saved, names: job.names, beside },
	}
	return outcomeOf(told, found, made)
}

const failed = (job: Job, error: unknown, { log }: Context, { signal }: Progress) => {
	if (error instanceof SourceError) return failedOutcome(job.id, error.message, error.leftOut)
	if (signal.aborted) return failedOutcome(job.id, INTERRUPTED)
	log('error', 'extraction failed', { message: harmlessMessage(error) })
	return failedOutcome(job.id, WENT_WRONG)
}

const stateOf = ({ status }: ExtractionOutcome) =>
	status === 'SUCCESS' || status === 'WARNINGS' ? status : 'FAILED'

const TRIES = 3
const AGAIN_MS = 1000

const write = async (
	{ id }: Job,
	{ db, clock }: Context,
	result: ExtractionOutcome,
): Promise<void> => {
	await db
		.update(extractions)
		.set({ result, status: stateOf(result), stage: null, aliveAt: clock() })
		.where(and(eq(extractions.id, id), eq(extractions.status, 'RUNNING')))
}

/** Writes the result; on the last try a failure instead, in case the result cannot be stored. */
const finish = async (job: Job, context: Context, result: ExtractionOutcome): Promise<void> => {
	for (let tries = 1; ; tries++) {
		try {
			const last = tries === TRIES ? failedOutcome(job.id, WENT_WRONG) : result
			return await write(job, context, last)
		} catch (error) {
			if (tries === TRIES) throw error
			context.log('warn', 'extraction not written', { message: harmlessMessage(error) })
			await delay(AGAIN_MS)
		}
	}
}

/** Runs an extraction and writes its result, unless it was canceled meanwhile. */
export const runExtraction = async (
	job: Job,
	context: Context,
	progress: Progress,
): Promise<void> => {
	const result = await perform(job, context, progress).catch((error: unknown) =>
		failed(job, error, context, progress),
	)
	await progress.end()
	await finish(job, context, result)
}
