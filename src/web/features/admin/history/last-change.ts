import { history } from '#contract/history.ts'
import { call } from '#web/app/client.ts'
import { common } from '#web/texts/admin/common.ts'
import { minuteText } from '#web/ui/dates.ts'
import { actionText, actorText } from './changes.ts'

/** Who changed a record last and when, in a sentence; null where the history does not say. */
export const lastChangeText = async (id: string): Promise<string | null> => {
	const reply = await call(history.page, { query: { target: id, size: '1' } })
	const [change] = reply.ok ? reply.value.rows : []
	if (change === undefined) return null
	const when = minuteText(Date.parse(change.at), Date.now())
	return common.lastChange(actorText(change), actionText(change), when)
}

/** A sentence about a conflict with who made the last change of the record, and when. */
export const withLastChange = async (sentence: string, id: string | undefined): Promise<string> => {
	const by = id === undefined ? null : await lastChangeText(id)
	return by === null ? sentence : `${sentence} ${by}`
}
