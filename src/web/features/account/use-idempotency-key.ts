import { useRef } from 'react'
import { uuid } from '#web/app/uuid.ts'

/** One key as long as the same is sent, so that a second try after a lost reply is told what came of the first. */
export const useIdempotencyKey = (): ((body: object) => string) => {
	const last = useRef({ sent: '', key: '' })
	return (body) => {
		const sent = JSON.stringify(body)
		if (last.current.sent !== sent) last.current = { sent, key: uuid() }
		return last.current.key
	}
}
