import { useEffect, useMemo, useRef, useState } from 'react'
import type { ManagedCandidate } from '#contract/admin/candidates.ts'
import type { SourceKind } from '#domain/limits.ts'
import { uuid } from '#web/app/api.ts'
import { extraction } from '#web/texts/en/admin/extraction.ts'
import { toast } from '#web/ui/toast.ts'
import { errorText, hasStatus } from '../kit/errors.ts'
import { cancelExtraction } from './api.ts'
import type { Saved } from './complete-step.tsx'
import { emptyPolicy, reviewOf } from './review-policies.ts'
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

/** The wizard's steps in their order, as the address names them. */
export const STEPS = ['candidate', 'source', 'extract', 'review', 'complete'] as const
export type Step = (typeof STEPS)[number]

/** The step that an address names; the first where it names none. */
export const stepNamed = (name: string | undefined): Step =>
	STEPS.find((step) => step === name) ?? 'candidate'

/** The number of a step as people count, from 1. */
export const stepNumber = (step: Step): number => STEPS.indexOf(step) + 1

/** What a step is called, in the language of the page. */
export const stepTitle = (step: Step): string => extraction.steps[step]

/** Where somebody is in the wizard: all of it stands in the address. */
export interface Place {
	readonly candidateId?: string
	readonly step: Step
	/** The extraction that is shown. */
	readonly extraction?: string
}

/** What has been done so far, as far as it decides which steps can be gone to. */
export interface Progress {
	readonly hasCandidate: boolean
	/** Whether an extraction was begun. */
	readonly hasRun: boolean
	/** Whether there are policies to review. */
	readonly hasPolicies: boolean
	readonly isSaved: boolean
}

/** Whether a step can be gone to by its mark: earlier ones, and those that are done. What is saved is not reviewed again. */
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

/** An extraction, and what it is of: the same source is not extracted twice. */
interface Begun {
	readonly run: Run
	readonly key: string
	readonly named: KeptReview['source']
}

/** The source as the specification's call names it; of a file its name. */
const namedSource = (input: SourceInput): KeptReview['source'] => {
	const { source, fileName } = sourceBody(input)
	return { source: fileName ?? source, url: input.kind === 'URL' }
}

const foundSource = (kind: SourceKind, source: string): KeptReview['source'] => ({
	source,
	url: kind === 'URL',
})

const NOT_NAMED: KeptReview['source'] = { source: '', url: false }

/** The review of what an extraction has found; null where it has found nothing. */
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
		policies: result.policies.map((proposal) => reviewOf(proposal, uuid)),
		saveKey: null,
		result,
		known,
		source: ran ? foundSource(ran.kind, ran.source) : named,
	}
}

/** A review that begins with one empty policy. It is of no extraction: what one has proposed waits beside it. */
const reviewByHand = (candidateId: string): KeptReview => ({
	candidateId,
	at: Date.now(),
	policies: [emptyPolicy(uuid())],
	saveKey: null,
	result: null,
	known: false,
	// By the source's own name the server would find the extraction, and take it for saved.
	source: { source: extraction.review.byHandSource, url: false },
})

interface WizardOptions {
	readonly candidate: ManagedCandidate
	readonly place: Place
	readonly onGo: (place: Place, replace?: boolean) => void
}

/** What the wizard knows of a candidate's extraction, and what is done at its steps. */
export const useWizard = ({ candidate, place, onGo }: WizardOptions) => {
	const candidateId = candidate.id
	const [source, setSource] = useState(() => keptSource(candidateId))
	const [begun, setBegun] = useState<Begun | null>(null)
	const [byHand, setByHand] = useState<{ id: string; review: KeptReview } | null>(null)
	const [cancelled, setCancelled] = useState<string | null>(null)
	const [saved, setSaved] = useState<Saved | null>(null)
	const [awaited, setAwaited] = useState<string | null>(null)

	const id = place.extraction
	// The address comes after the extraction that was begun: the one before it is not asked for once more meanwhile.
	if (awaited !== null && awaited === id) setAwaited(null)
	// One that stands in the address and was not begun here is found again.
	const found = useMemo<Run | null>(() => (id === undefined ? null : { id, body: null }), [id])
	const own = begun !== null && begun.run.id === id ? begun.run : found
	const isByHand = byHand !== null && byHand.id === id
	const isOver =
		id === undefined || awaited !== null || cancelled === id || saved !== null || isByHand
	const told = useExtraction(isOver ? null : own)
	const state: RunState | null =
		cancelled !== null && cancelled === id ? { kind: 'cancelled' } : told
	const keeper = useMemo(() => (id === undefined ? null : reviewKeeper(id)), [id])
	const isSaved = told?.kind === 'saved'
	const ended = told?.kind === 'ended' ? told : null
	const named = begun?.named ?? NOT_NAMED
	const start = useMemo<KeptReview | null>(() => {
		// What this browser has kept of one that is saved would be saved a second time.
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
		// Whoever comes to the third step by its address has it begin by itself as well.
		if (starts && !started.current) begin(true)
		started.current = starts
	})
	return {
		source,
		state,
		start,
		keeper,
		saved,
		/** Whether an extraction was begun, here or before. */
		hasRun: id !== undefined && !isByHand && !isGone(state),
		changeSource(next: SourceInput) {
			setSource(next)
			keepSource(candidateId, next)
		},
		/** To the third step: with what has been extracted of this source, or with a new extraction. */
		extract() {
			const same = begun !== null && begun.key === sourceKey(source) && begun.run.id === id
			const fine = told?.kind === 'running' || (told?.kind === 'ended' && start !== null)
			if (same && fine && cancelled !== id) go('extract')
			else begin()
		},
		/** Once more; without a source that can be read, to the step where one is given. */
		again() {
			if (sourceProblem(source) === null) begin()
			else go('source')
		},
		cancel() {
			if (id === undefined) return
			setCancelled(id)
			// It is shown as cancelled at once, and as under way again where the server did not hear of it.
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
			// Going back from there leads to no review of what is saved.
			go('complete', id, true)
		},
		/** After everything was saved, from an earlier step on. */
		more(step: Step) {
			setSaved(null)
			setBegun(null)
			onGo({ candidateId, step })
		},
		go,
	}
}
