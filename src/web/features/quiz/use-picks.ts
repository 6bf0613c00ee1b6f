import { useCallback, useLayoutEffect, useMemo, useState } from 'react'
import { passingStorage } from '#web/app/storage.ts'

const readDraft = (key: string): readonly string[] => {
	const text = passingStorage.getItem(key)
	return text === null || text === '' ? [] : text.split(' ')
}

/** A draft that there is no room for is lost by a reload, and by nothing else. */
const keepDraft = (key: string, picked: ReadonlySet<string>): void => {
	try {
		passingStorage.setItem(key, [...picked].join(' '))
	} catch (full) {
		reportError(full)
	}
}

export interface Picks {
	readonly picked: ReadonlySet<string>
	/** The same function always. */
	readonly toggle: (policyId: string) => void
	/** What was submitted is no draft any more. */
	readonly forget: () => void
}

/** What is ticked before it is submitted; a reload of the tab keeps it. */
export const usePicks = (attemptId: string, known: ReadonlySet<string>): Picks => {
	const key = `evenhand.picks.${attemptId}`
	const [picked, setPicked] = useState<ReadonlySet<string>>(
		() => new Set(readDraft(key).filter((id) => known.has(id))),
	)
	useLayoutEffect(() => keepDraft(key, picked), [key, picked])
	const toggle = useCallback(
		(policyId: string): void =>
			setPicked((before) => {
				const next = new Set(before)
				if (!next.delete(policyId)) next.add(policyId)
				return next
			}),
		[],
	)
	// The server may have other statements than the device drew.
	const shown = useMemo(() => new Set([...picked].filter((id) => known.has(id))), [picked, known])
	const forget = useCallback(() => passingStorage.removeItem(key), [key])
	return { picked: shown, toggle, forget }
}
