import { extraction } from '#web/texts/admin/extraction.ts'

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
