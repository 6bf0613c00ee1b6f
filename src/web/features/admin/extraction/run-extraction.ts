import { useEffect, useState } from 'react'
import type { Extraction, ExtractionRequest, ExtractionResult } from '#contract/admin/extraction.ts'
import type { Result } from '#domain/types.ts'
import { type Failure, isOffline } from '#http/failure.ts'
import { capabilities } from '#web/app/capabilities.ts'
import { extraction as extractionTexts } from '#web/texts/en/admin/extraction.ts'
import { wait } from '#web/ui/hooks.ts'
import { faultTexts, hasStatus } from '../kit/errors.ts'
import { beginExtraction, extractPlainly, readExtraction } from './api.ts'

const texts = extractionTexts.extract

/** Poll intervals in ms: page visible, page hidden, and after a failed request. */
const POLL_MS = { seen: 500, hidden: 5000, lost: 2000 } as const
/** Minimum time between start and success message in ms, from the specification. */
const LEAST_MS = 1000

/** An extraction to run. Without a body, an earlier one is resumed by its id. */
export interface Run {
	readonly id: string
	readonly body: Omit<ExtractionRequest, 'id'> | null
}

export type RunState =
	| {
			readonly kind: 'running'
			/** Null before the first reply, and for a server that reports no stages. */
			readonly extraction: Extraction | null
			readonly lost: boolean
	  }
	| {
			readonly kind: 'ended'
			readonly extraction: Extraction | null
			readonly result: ExtractionResult
			readonly known: boolean
	  }
	| { readonly kind: 'failed'; readonly message: string; readonly gone: boolean }
	| { readonly kind: 'cancelled' }
	/** Already saved, here or by another administrator; cannot be reviewed again. */
	| { readonly kind: 'saved' }

/** True if the extraction is no longer available for review. */
export const isGone = (state: RunState | null): boolean =>
	state?.kind === 'saved' || (state?.kind === 'failed' && state.gone)

export interface RunWorld {
	/** False for a server that has only the specification's call. */
	hasStages(): boolean
	begin(body: ExtractionRequest, signal: AbortSignal): Promise<Result<Extraction, Failure>>
	plain(
		body: Omit<ExtractionRequest, 'id'>,
		signal: AbortSignal,
	): Promise<Result<ExtractionResult, Failure>>
	read(id: string, signal: AbortSignal): Promise<Result<Extraction, Failure>>
	pause(after: 'reply' | 'loss', signal: AbortSignal): Promise<void>
	wait(ms: number): Promise<void>
}

interface Running {
	readonly id: string
	readonly world: RunWorld
	readonly signal: AbortSignal
	readonly tell: (state: RunState) => void
	readonly earliest: Promise<void>
}

const failed = (failure: Failure, gone = false): RunState => ({
	kind: 'failed',
	message: texts.failed(faultTexts(failure, texts.unknown, () => '')),
	gone,
})

const passes = (failure: Failure): boolean =>
	isOffline(failure) ||
	(failure.kind === 'problem' && (failure.status >= 500 || failure.status === 429))

const endOf = (extraction: Extraction): RunState => {
	const { status, result, savedAt } = extraction
	if (savedAt !== null) return { kind: 'saved' }
	if (status === 'CANCELLED') return { kind: 'cancelled' }
	if (result === null) return { kind: 'failed', message: texts.failed(texts.unknown), gone: false }
	return { kind: 'ended', extraction, result, known: true }
}

const hasEnded = (extraction: Extraction | null): extraction is Extraction =>
	extraction !== null && extraction.status !== 'RUNNING'

const follow = async (running: Running, first: Extraction | null): Promise<void> => {
	const { id, world, signal, tell, earliest } = running
	let last = first
	// The reply to the start request may omit the result.
	while (!hasEnded(last) || (last.result === null && last === first)) {
		const reply = await world.read(id, signal)
		if (signal.aborted) return
		if (!reply.ok && !passes(reply.error)) {
			return tell(failed(reply.error, hasStatus(reply.error, 404)))
		}
		if (reply.ok) last = reply.value
		if (hasEnded(last)) break
		tell({ kind: 'running', extraction: last, lost: !reply.ok })
		await world.pause(reply.ok ? 'reply' : 'loss', signal)
	}
	await earliest
	if (last) tell(endOf(last))
}

const withoutStages = async (running: Running, body: NonNullable<Run['body']>): Promise<void> => {
	const { world, signal, tell, earliest } = running
	if (body.kind === 'FILE') {
		return tell({ kind: 'failed', message: texts.failed(texts.noFiles), gone: false })
	}
	const reply = await world.plain(body, signal)
	if (!reply.ok) return tell(failed(reply.error))
	await earliest
	tell({ kind: 'ended', extraction: null, result: reply.value, known: false })
}

/** Starts the extraction. A lost reply is safe to retry, because the client generated the id. */
const begin = async (running: Running, body: NonNullable<Run['body']>): Promise<void> => {
	const { id, world, signal, tell } = running
	while (!signal.aborted) {
		const reply = await world.begin({ ...body, id }, signal)
		if (signal.aborted) return
		if (reply.ok) return follow(running, reply.value)
		if (hasStatus(reply.error, 409)) return follow(running, null)
		if (!isOffline(reply.error)) return tell(failed(reply.error))
		tell({ kind: 'running', extraction: null, lost: true })
		await world.pause('loss', signal)
		const begun = await world.read(id, signal)
		if (begun.ok) return follow(running, begun.value)
	}
}

/**
 * Runs an extraction until it ends or `signal` aborts. After an abort the server continues, and the id finds it again.
 */
export const runExtraction = async (
	{ id, body }: Run,
	world: RunWorld,
	signal: AbortSignal,
	onState: (state: RunState) => void,
): Promise<void> => {
	const tell = (state: RunState): void => {
		if (!signal.aborted) onState(state)
	}
	tell({ kind: 'running', extraction: null, lost: false })
	const earliest = body === null ? Promise.resolve() : world.wait(LEAST_MS)
	const running = { id, world, signal, tell, earliest }
	if (body === null) return follow(running, null)
	await (world.hasStages() ? begin(running, body) : withoutStages(running, body))
}

/** Waits for the poll interval; ends early when the page becomes visible or the connection returns. */
const pause: RunWorld['pause'] = (after, signal) =>
	new Promise((resolve) => {
		const ms = after === 'loss' ? POLL_MS.lost : POLL_MS[document.hidden ? 'hidden' : 'seen']
		const done = (): void => {
			clearTimeout(timer)
			removeEventListener('online', done)
			document.removeEventListener('visibilitychange', done)
			signal.removeEventListener('abort', done)
			resolve()
		}
		const timer = setTimeout(done, ms)
		addEventListener('online', done)
		document.addEventListener('visibilitychange', done)
		signal.addEventListener('abort', done)
	})

const WORLD: RunWorld = {
	hasStages: () => capabilities.has('extractions'),
	begin: beginExtraction,
	plain: extractPlainly,
	read: readExtraction,
	pause,
	wait,
}

const AT_FIRST: RunState = { kind: 'running', extraction: null, lost: false }

/** State of an extraction; null without one. */
export const useExtraction = (run: Run | null): RunState | null => {
	const [latest, setLatest] = useState<{ readonly run: Run; readonly state: RunState } | null>(null)
	useEffect(() => {
		if (run === null) return
		const running = new AbortController()
		runExtraction(run, WORLD, running.signal, (state) => setLatest({ run, state })).catch(
			reportError,
		)
		return () => running.abort()
	}, [run])
	if (run === null) return null
	return latest?.run === run ? latest.state : AT_FIRST
}
