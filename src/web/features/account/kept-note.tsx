import { useEffect, useState } from 'react'
import { local } from '#web/app/local.ts'
import { session } from '#web/app/session.ts'
import { account } from '#web/texts/en/account.ts'
import { unsentText } from '#web/ui/rejected-entries.tsx'

const readNote = async (voter: string): Promise<string | null> => {
	const listed = await local.outbox.list(voter)
	const waiting = listed.map(({ entry }) => entry).filter(({ state }) => state === 'waiting')
	if (waiting.length === 0) return null
	const text = session.isAccountGone() ? account.goneUnsent : account.kept
	return ` ${text(unsentText(waiting), waiting.length)}`
}

export const KeptNote = ({ voter }: { readonly voter: string }) => {
	const [note, setNote] = useState<string | null>(null)
	useEffect(() => {
		let gone = false
		readNote(voter).then((text) => {
			if (!gone) setNote(text)
		}, reportError)
		return () => {
			gone = true
		}
	}, [voter])
	return note
}
