import { useEffect, useMemo, useRef, useState } from 'react'
import type { ManagedCandidate } from '#contract/admin/candidates.ts'
import type { SourceKind } from '#domain/limits.ts'
import { uuid } from '#web/app/api.ts'
import { extraction } from '#web/texts/en/admin/extraction.ts'
import { toast } from '#web/ui/toast.ts'
import { errorText, hasStatus } from '../kit/errors.ts'
import { cancelExtraction } from './api.ts'
import type { Saved } from './complete-step.tsx'
import { byConfidence, emptyPolicy, reviewOf } from './review-policies.ts'
import { isGone, type Run, type RunState, useExtraction } from './run-extraction.ts'
import { type KeptReview, reviewKeeper } from './saved-review.ts'
import {
	dropSource,
	keepSource,
	keptSource,
	type SourceInput,
	sourceBody,
	sourceKey,
	sourceProblem,
} from './source-form-model.ts'

/** The wizard's steps in order, as in the URL. */
export const STEPS = ['candidate', 'source', 'extract', 'review', 'complete'] as const
export type Step = (typeof STEPS)[number]

/** The step of a URL; defaults to the first. */
export const stepNamed = (name: string | undefined): Step =>
	STEPS.find((step) => step === name) ?? 'candidate'

export const stepNumber = (step: Step): number => STEPS.indexOf(step) + 1

export const stepTitle = (step: Step): string => extraction.steps[step]

/** Position in the wizard, stored entirely in the URL. */
export interface Place {
	readonly candidateId?: string
	readonly step: Step
	readonly extraction?: string
}

export interface Progress {
	readonly hasCandidate: boolean
	readonly hasRun: boolean
	readonly hasPolicies: boolean
	readonly isSaved: boolean
}

/** True if the stepper may link to a step. A saved review cannot be opened again. */
export const canGoTo = (step: Step, now: Step, progress: Progress): boolean => {
	const { hasCandidate, hasRun, hasPolicies, isSaved } = progress
	if (step === now) return false
	switch (step) {
		case 'candidate':
			return true
		case 'source':
			return hasCandidate
		case 'extract':
			return hasRun && !isSaved
		case 'review':
			return hasPolicies && !isSaved
		case 'complete':
			return false
	}
}

interface Begun {
	readonly run: Run
	readonly key: string
	readonly named: KeptReview['source']
}

/** The source in the format of the specification's call; for a file its name. */
const namedSource = (input: SourceInput): KeptReview['source'] => {
	const { source, fileName } = sourceBody(input)
	return { source: fileName ?? source, url: input.kind === 'URL' }
}

const foundSource = (kind: SourceKind, source: string): KeptReview['source'] => ({
	source,
	url: kind === 'URL',
})

const NOT_NAMED: KeptReview['source'] = { source: '', url: false }

const reviewOfRun = (
	candidateId: string,
	state: RunState | null,
	named: KeptReview['source'],
): KeptReview | null => {
	if (state?.kind !== 'ended' || state.result.policies.length === 0) return null
	const { result, extraction: ran, known } = state
	return {
		candidateId,
		at: Date.now(),
		policies: byConfidence(result.policies.map((proposal) => reviewOf(proposal, uuid))),
		saveKey: null,
		result,
		known,
		source: ran ? foundSource(ran.kind, ran.source) : named,
	}
}

const reviewByHand = (candidateId: string): KeptReview => ({
	candidateId,
	at: Date.now(),
	policies: [emptyPolicy(uuid())],
	saveKey: null,
	result: null,
	known: false,
	// With the real source name, the server would match the extraction and mark it as saved.
	source: { source: extraction.review.byHandSource, url: false },
})

interface WizardOptions {
	readonly candidate: ManagedCandidate
	readonly place: Place
	readonly onGo: (place: Place, replace?: boolean) => void
}

export const useWizard = ({ candidate, place, onGo }: WizardOptions) => {
	const candidateId = candidate.id
	const [source, setSource] = useState(() => keptSource(candidateId))
	const [begun, setBegun] = useState<Begun | null>(null)
	const [byHand, setByHand] = useState<{ id: string; review: KeptReview } | null>(null)
	const [cancelled, setCancelled] = useState<string | null>(null)
	const [saved, setSaved] = useState<Saved | null>(null)
	const [awaited, setAwaited] = useState<string | null>(null)

	const id = place.extraction
	// Keep the previous extraction from loading again until the URL has the new id.
	if (awaited !== null && awaited === id) setAwaited(null)
	// An id from the URL that was not started here is looked up on the server.
	const found = useMemo<Run | null>(() => (id === undefined ? null : { id, body: null }), [id])
	const own = begun !== null && begun.run.id === id ? begun.run : found
	const isByHand = byHand !== null && byHand.id === id
	const isOver =
		id === undefined || awaited !== null || cancelled === id || saved !== null || isByHand
	const runState = useExtraction(isOver ? null : own)
	const state: RunState | null =
		cancelled !== null && cancelled === id ? { kind: 'cancelled' } : runState
	const keeper = useMemo(() => (id === undefined ? null : reviewKeeper(id)), [id])
	const isSaved = runState?.kind === 'saved'
	const ended = runState?.kind === 'ended' ? runState : null
	const named = begun?.named ?? NOT_NAMED
	const start = useMemo<KeptReview | null>(() => {
		// A saved extraction must not be reviewed from the local copy and saved twice.
		if (isSaved) return null
		const kept = keeper?.read() ?? null
		if (kept?.candidateId === candidateId) return kept
		return isByHand && byHand ? byHand.review : reviewOfRun(candidateId, ended, named)
	}, [keeper, candidateId, isSaved, isByHand, byHand, ended, named])

	const go = (step: Step, to = id, replace = false): void =>
		onGo({ candidateId, step, ...(to !== undefined && { extraction: to }) }, replace)
	const begin = (replace = false): void => {
		const key = sourceKey(source)
		const run: Run = { id: uuid(), body: { candidateId, ...sourceBody(source) } }
		setBegun({ run, key, named: namedSource(source) })
		setAwaited(run.id)
		setCancelled(null)
		setByHand(null)
		setSaved(null)
		go('extract', run.id, replace)
	}
	const starts = place.step === 'extract' && id === undefined && sourceProblem(source) === null
	const started = useRef(false)
	useEffect(() => {
		// Start the extraction when the step is opened by URL.
		if (starts && !started.current) begin(true)
		started.current = starts
	})
	return {
		source,
		state,
		start,
		keeper,
		saved,
		hasRun: id !== undefined && !isByHand && !isGone(state),
		changeSource(next: SourceInput) {
			setSource(next)
			keepSource(candidateId, next)
		},
		/** Opens the extract step. Reuses the extraction of an unchanged source. */
		extract() {
			const same = begun !== null && begun.key === sourceKey(source) && begun.run.id === id
			const fine = runState?.kind === 'running' || (runState?.kind === 'ended' && start !== null)
			if (same && fine && cancelled !== id) go('extract')
			else begin()
		},
		/** Extracts again; without a valid source it goes back to the source step. */
		again() {
			if (sourceProblem(source) === null) begin()
			else go('source')
		},
		cancel() {
			if (id === undefined) return
			setCancelled(id)
			// Optimistic update, reverted if the server did not cancel.
			cancelExtraction(id)
				.then((reply) => {
					if (reply.ok || hasStatus(reply.error, 404)) return
					setCancelled((now) => (now === id ? null : now))
					toast(`${extraction.extract.cancelFailed} ${errorText(reply.error, '')}`.trim())
				})
				.catch(reportError)
		},
		writeByHand() {
			const next = uuid()
			setByHand({ id: next, review: reviewByHand(candidateId) })
			go('review', next)
		},
		save(what: Saved) {
			dropSource(candidateId)
			setSource(keptSource(candidateId))
			setSaved(what)
			// Replace the history entry, so that Back does not open the saved review.
			go('complete', id, true)
		},
		/** Starts over from an earlier step after saving. */
		more(step: Step) {
			setSaved(null)
			setBegun(null)
			onGo({ candidateId, step })
		},
		go,
	}
}
