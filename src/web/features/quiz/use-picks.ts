import { useState } from 'react'
import { passingStorage } from '#web/app/storage.ts'

const readDraft = (key: string): readonly string[] => {
	const text = passingStorage.getItem(key)
	return text === null || text === '' ? [] : text.split(' ')
}

export interface Picks {
	readonly picked: ReadonlySet<string>
	readonly toggle: (policyId: string) => void
}

/** What is ticked before it is submitted; a reload of the tab keeps it. */
export const usePicks = (attemptId: string, known: ReadonlySet<string>): Picks => {
	const key = `evenhand.picks.${attemptId}`
	const [picked, setPicked] = useState<ReadonlySet<string>>(
		() => new Set(readDraft(key).filter((id) => known.has(id))),
	)
	const toggle = (policyId: string): void => {
		const next = new Set(picked)
		if (!next.delete(policyId)) next.add(policyId)
		setPicked(next)
		passingStorage.setItem(key, [...next].join(' '))
	}
	return { picked, toggle }
}
