import { useEffect, useState } from 'react'
import { local } from '#web/app/local.ts'
import { account } from '#web/texts/account.ts'
import { unsentText } from '#web/ui/count-of.ts'

const readNote = async (voter: string): Promise<string | null> => {
	const listed = await local.outbox.list(voter)
	const waiting = listed.map(({ entry }) => entry).filter(({ state }) => state === 'waiting')
	if (waiting.length === 0) return null
	return ` ${account.kept(unsentText(waiting), waiting.length)}`
}

/** How much of a voter waits for their next sign-in; nothing where nothing does. */
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
