import type { Dropped, Extraction, Proposal } from '#domain/extraction/extract.ts'
import { isVerbatim } from '#domain/extraction/quote.ts'
import { type Refused, type Revision, revise } from '#domain/extraction/revise.ts'
import type { PolicyCategory, SourceText } from '#domain/extraction/source.ts'
import { POLICY_CATEGORIES, type Result } from '#domain/types.ts'
import { askModel, type ModelAnswer, type ModelSettings } from './ask-model.ts'

/** It is asked about so many proposals at a time and in all, and so many times at once. */
const BATCH = 20
const MOST_ASKED = 200
const AT_ONCE = 3
/** Each answer may take so long. */
const TIMEOUT_MS = 30_000
/** So many refusals are told one by one. */
const MOST_TOLD = 20

export interface ImproveOptions {
	/** Null where no language model is set up. */
	readonly model: ModelSettings | null
	/** Of the candidate and the party. */
	readonly names?: readonly string[]
	readonly signal?: AbortSignal
	/** Told how many of the proposals have been answered for. */
	readonly onProgress?: (done: number, total: number) => void
	/** In milliseconds: half a minute unless a test is in a hurry. */
	readonly timeout?: number
}

/** What became of an extraction. */
export interface Improvement {
	readonly proposals: readonly Proposal[]
	readonly dropped: readonly Dropped[]
	/** For the administrator. */
	readonly warnings: readonly string[]
	/** Whose proposals these are; a model's are those of the built-in engine, with what could be taken of it. */
	readonly engine: 'BUILT_IN' | 'MODEL'
	/** Why the model was of no use, for the log: the kind of the failure, never what it answered. */
	readonly failure: string | null
}

interface Batch {
	readonly from: number
	readonly proposals: readonly Proposal[]
}

const batchesOf = (proposals: readonly Proposal[]): Batch[] => {
	const asked = proposals.slice(0, MOST_ASKED)
	return Array.from({ length: Math.ceil(asked.length / BATCH) }, (_, index) => ({
		from: index * BATCH,
		proposals: asked.slice(index * BATCH, (index + 1) * BATCH),
	}))
}

const isCategory = (text: string): text is PolicyCategory =>
	POLICY_CATEGORIES.some((category) => category === text)

/** An answer by the proposals' own indexes; what names no proposal of its batch, or one twice, is counted. */
const revisionOf = ({ from, proposals }: Batch, { statements, merges }: ModelAnswer) => {
	const isKnown = (number: number): boolean =>
		Number.isInteger(number) && number >= 1 && number <= proposals.length
	const seen = new Set<number>()
	const known = statements.filter(({ number }) => {
		if (!isKnown(number) || seen.has(number)) return false
		seen.add(number)
		return true
	})
	const told = known.map(({ number, text, category }) => ({
		index: from + number - 1,
		text: text.trim(),
		category: isCategory(category) ? category : null,
	}))
	const groups = merges.filter((group) => group.every(isKnown))
	return {
		revision: {
			statements: told,
			merges: groups.map((group) => group.map((number) => from + number - 1)),
		} satisfies Revision,
		strange:
			statements.length -
			known.length +
			(merges.length - groups.length) +
			told.filter(({ category }) => category === null).length,
	}
}

/** Asks about all batches, some at a time. The first that fails ends the others. */
const askAll = async (
	batches: readonly Batch[],
	model: ModelSettings,
	{ signal, onProgress, timeout = TIMEOUT_MS }: ImproveOptions,
): Promise<ReturnType<typeof revisionOf>[]> => {
	const failed = new AbortController()
	const total = batches.reduce((sum, { proposals }) => sum + proposals.length, 0)
	const revisions: ReturnType<typeof revisionOf>[] = []
	const waiting = batches.entries()
	let done = 0
	const work = async (): Promise<void> => {
		for (const [index, batch] of waiting) {
			const late = AbortSignal.timeout(timeout)
			const stop = AbortSignal.any([late, failed.signal, ...(signal ? [signal] : [])])
			revisions[index] = revisionOf(batch, await askModel(model, batch.proposals, stop))
			done += batch.proposals.length
			onProgress?.(done, total)
		}
	}
	try {
		await Promise.all(Array.from({ length: AT_ONCE }, work))
	} finally {
		failed.abort()
	}
	return revisions
}

const plural = (count: number, one: string, many: string): string =>
	count === 1 ? one : `${count} ${many}`

const warningsOf = (refused: readonly Refused[], strange: number, unasked: number): string[] => {
	const told = refused
		.slice(0, MOST_TOLD)
		.map(
			({ index, because }) =>
				`The model's suggestion for policy ${index + 1} was not taken: ${because}.`,
		)
	const untold = refused.length - told.length
	return [
		...told,
		...(untold > 0
			? [
					`${plural(untold, 'One more suggestion', 'more suggestions')} of the model could not be taken.`,
				]
			: []),
		...(strange > 0
			? [
					`${plural(strange, 'One part', 'parts')} of the model's answers made no sense and could not be used.`,
				]
			: []),
		...(unasked > 0
			? [`The model was not asked about the last ${plural(unasked, 'policy', 'policies')}.`]
			: []),
	]
}

const isLate = (error: unknown): boolean =>
	error instanceof Error && (error.name === 'TimeoutError' || isLate(error.cause))

const nameOf = (error: unknown): string => (error instanceof Error ? error.name : 'unknown')

/** The built-in engine's own, with a word about why. */
const builtIn = (extraction: Extraction, error: unknown = null): Improvement => {
	const { proposals, dropped } = extraction
	const why = isLate(error) ? 'took too long' : 'could not be used'
	const warnings =
		error === null
			? []
			: [`The language model ${why}: these are the built-in extraction's policies.`]
	return {
		proposals,
		dropped,
		warnings,
		engine: 'BUILT_IN',
		failure: error === null ? null : nameOf(error),
	}
}

/**
 * Has a language model improve what the built-in engine proposes: reword, classify, merge. It sees numbered quotes only
 * and answers by number; the quotes stay what they are, and what does not hold against them is not taken. Without a
 * model, and whenever it fails, the built-in proposals come back as they are.
 */
export const improve = async (
	extraction: Extraction,
	source: SourceText,
	options: ImproveOptions,
): Promise<Result<Improvement, 'cancelled'>> => {
	const { model, names = [], signal } = options
	const batches = batchesOf(extraction.proposals)
	if (model === null || batches.length === 0) return { ok: true, value: builtIn(extraction) }
	try {
		const answers = await askAll(batches, model, options)
		const { proposals, dropped, refused } = revise(
			extraction,
			{
				statements: answers.flatMap(({ revision }) => revision.statements),
				merges: answers.flatMap(({ revision }) => revision.merges),
			},
			names,
		)
		const strange = answers.reduce((sum, each) => sum + each.strange, 0)
		const unasked = Math.max(0, extraction.proposals.length - MOST_ASKED)
		const held = proposals.every(({ quote, start }) => isVerbatim(source.text, quote, start))
		if (!held) throw new Error('a quote is not verbatim')
		const warnings = warningsOf(refused, strange, unasked)
		return { ok: true, value: { proposals, dropped, warnings, engine: 'MODEL', failure: null } }
	} catch (error) {
		if (signal?.aborted) return { ok: false, error: 'cancelled' }
		return { ok: true, value: builtIn(extraction, error) }
	}
}
