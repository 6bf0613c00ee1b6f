import type { PackStatus } from '#device/offline-pack-store.ts'
import { isFailure, type PackTrouble, type PackWork } from '#device/offline-packs.ts'
import { elections } from '#web/texts/en/elections.ts'
import { STORE_LOST } from '#web/ui/failure.tsx'
import { failureText } from '#web/ui/failure-text.ts'
import { minuteText, sizeText } from '#web/ui/format.ts'

export interface PackWords {
	readonly tone: 'ready' | 'open' | 'trouble'
	readonly text: string
	readonly detail: string
}

export type PackAction = 'save' | 'keep' | 'resume' | 'retry' | 'cancel' | 'remove'

const texts = elections.pack

const OWN_TROUBLE = {
	full: texts.full,
	lost: STORE_LOST,
	incomplete: texts.incomplete,
} as const

const troubleText = (trouble: PackTrouble): string =>
	isFailure(trouble) ? failureText(trouble, texts.unread) : OWN_TROUBLE[trouble.kind]

const readyWords = ({ savedAt, bytes, kept }: PackStatus, now: number): PackWords => ({
	tone: 'ready',
	text: texts.ready,
	detail: [
		...(kept ? [texts.saved] : []),
		...(bytes === null ? [] : [sizeText(bytes)]),
		...(savedAt === null ? [] : [texts.updated(minuteText(savedAt, now))]),
	].join(' · '),
})

const partWords = ({ here, total }: PackStatus): string => texts.part(here, total)

/** Status texts of a pack. @param now ms since 1970. */
export const packWords = (
	status: PackStatus,
	work: PackWork | null,
	offline: boolean,
	now: number,
): PackWords => {
	if (work?.phase === 'saving') return { tone: 'open', text: texts.saving, detail: '' }
	if (work?.phase === 'failed') {
		const text = status.state === 'ready' ? texts.notUpdated : texts.notSaved
		return { tone: 'trouble', text, detail: troubleText(work.trouble) }
	}
	switch (status.state) {
		case 'ready':
			return readyWords(status, now)
		case 'empty':
			return { tone: 'open', text: texts.empty, detail: '' }
		case 'partial':
			return offline
				? { tone: 'open', text: texts.away, detail: texts.partHere(partWords(status)) }
				: { tone: 'open', text: texts.partly, detail: partWords(status) }
		case 'absent':
			return offline
				? { tone: 'open', text: texts.away, detail: '' }
				: { tone: 'open', text: texts.absent, detail: '' }
	}
}

/** Available actions, most important first. */
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
