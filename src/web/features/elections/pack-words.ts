import { failureText } from '#http/failure.ts'
import { isFailure, type PackTrouble, type PackWork } from '#local/pack-jobs.ts'
import type { PackStatus } from '#local/pack-store.ts'
import { minuteText } from '#web/ui/dates.ts'
import { STORE_LOST } from '#web/ui/fault-text.ts'
import { sizeText } from '#web/ui/sizes.ts'

/** How an election stands for those who have no connection, in two short lines. */
export interface PackWords {
	readonly tone: 'ready' | 'open' | 'away' | 'trouble'
	readonly text: string
	/** What else there is to say; empty where that is nothing. */
	readonly detail: string
}

/** What the voter can do about it. */
export type PackAction = 'save' | 'keep' | 'resume' | 'retry' | 'cancel' | 'remove'

const OWN_TROUBLE = {
	full: 'There is no room left on this device.',
	lost: STORE_LOST,
	incomplete: 'The server did not send everything. Please try again later.',
} as const

const troubleText = (trouble: PackTrouble): string =>
	isFailure(trouble)
		? failureText(trouble, 'The server could not be read. Please try again.')
		: OWN_TROUBLE[trouble.kind]

const readyWords = ({ savedAt, bytes, kept }: PackStatus, now: number): PackWords => ({
	tone: 'ready',
	text: 'Available offline',
	detail: [
		...(kept ? ['Saved'] : []),
		...(bytes === null ? [] : [sizeText(bytes)]),
		...(savedAt === null ? [] : [`updated ${minuteText(savedAt, now)}`]),
	].join(' · '),
})

const partWords = ({ here, total }: PackStatus): string => `${here} of ${total} candidates`

/**
 * @param offline whether there is no connection, as far as one can tell.
 * @param now ms since 1970.
 */
export const packWords = (
	status: PackStatus,
	work: PackWork | null,
	offline: boolean,
	now: number,
): PackWords => {
	if (work?.phase === 'saving') return { tone: 'open', text: 'Saving…', detail: '' }
	if (work?.phase === 'failed') {
		const text = status.state === 'ready' ? 'Could not be updated' : 'Could not be saved'
		return { tone: 'trouble', text, detail: troubleText(work.trouble) }
	}
	switch (status.state) {
		case 'ready':
			return readyWords(status, now)
		case 'empty':
			return { tone: 'open', text: 'No quizzes at the moment', detail: '' }
		case 'partial':
			return offline
				? { tone: 'away', text: 'Needs a connection', detail: `Saved: ${partWords(status)}` }
				: { tone: 'open', text: 'Partly saved', detail: partWords(status) }
		case 'absent':
			return offline
				? { tone: 'away', text: 'Needs a connection', detail: '' }
				: { tone: 'open', text: 'Not available offline', detail: '' }
	}
}

/** What can be done, the first thing first. */
export const packActions = (
	{ state, kept }: PackStatus,
	work: PackWork | null,
	offline: boolean,
): readonly PackAction[] => {
	if (work?.phase === 'saving') return ['cancel']
	const last = kept ? (['remove'] as const) : []
	if (work?.phase === 'failed') return ['retry', ...last]
	if (state === 'empty' || (kept && state === 'ready') || offline) return last
	if (state === 'ready') return ['keep']
	return [kept ? 'resume' : 'save', ...last]
}
