import { useEffect, useLayoutEffect, useState } from 'react'
import { READABLE_MS, RESPONSE_TIME_CAP_MS } from '#domain/limits.ts'
import { forgetSeen, seenMs } from '#web/first/first-policy.ts'

export interface ReadingWorld {
	/** Monotonic, in ms. */
	readonly now: () => number
	readonly hidden: () => boolean
	readonly after: (ms: number, act: () => void) => () => void
	readonly onChange: (readable: boolean) => void
}

/** Measures how long a question was visible, and decides when it counts as read. */
export interface ReadingTime {
	/** @param seenMs visible time before. */
	start(seenMs?: number): void
	stop(): void
	change(): void
	/** Something covered the question until now. */
	interrupt(): void
	/** Visible time since the start in whole ms, capped like every response time. */
	read(): number
}

export const createReadingTime = ({ now, hidden, after, onChange }: ReadingWorld): ReadingTime => {
	let before = 0
	let since: number | null = null
	let running = false
	let readable = false
	let cancel = (): void => undefined
	const sum = (): number => before + (since === null ? 0 : now() - since)
	const set = (next: boolean): void => {
		if (readable !== next) onChange(next)
		readable = next
	}
	const wait = (): void => {
		cancel()
		set(false)
		if (since !== null) cancel = after(READABLE_MS, () => set(true))
	}
	return {
		start(seenMs = 0) {
			running = true
			before = seenMs
			since = hidden() ? null : now()
			if (since !== null && seenMs >= READABLE_MS) set(true)
			else wait()
		},
		stop() {
			running = false
			since = null
			wait()
		},
		change() {
			if (!running) return
			before = sum()
			const was = since
			since = hidden() ? null : now()
			if ((was === null) !== (since === null)) wait()
		},
		interrupt: wait,
		read: () => Math.max(0, Math.min(RESPONSE_TIME_CAP_MS, Math.round(sum()))),
	}
}

const open = new Set<ReadingTime>()

/** Call it when an overlay closes: a second tap on its close button must not answer the question below. */
export const interruptReading = (): void => {
	for (const each of open) each.interrupt()
}

const later = (ms: number, act: () => void): (() => void) => {
	const timer = setTimeout(act, ms)
	return () => clearTimeout(timer)
}

export interface Reading {
	readonly readable: boolean
	readonly time: () => number
}

/** Times a question from the frame that shows it. @param questionId null while none is shown. */
export const useReadingTime = (questionId: string | null): Reading => {
	const [shown, setShown] = useState(questionId)
	const [readable, setReadable] = useState(() => seenMs(questionId) >= READABLE_MS)
	const [timer] = useState(() =>
		createReadingTime({
			now: () => performance.now(),
			hidden: () => document.hidden,
			after: later,
			onChange: setReadable,
		}),
	)
	// Set while rendering, so that the next question is not readable even in its first frame.
	if (shown !== questionId) {
		setShown(questionId)
		setReadable(false)
	}
	useLayoutEffect(() => {
		timer.stop()
		if (questionId === null) return
		const frame = requestAnimationFrame(() => {
			timer.start(seenMs(questionId))
			forgetSeen()
		})
		return () => cancelAnimationFrame(frame)
	}, [timer, questionId])
	useEffect(() => {
		open.add(timer)
		document.addEventListener('visibilitychange', timer.change)
		return () => {
			open.delete(timer)
			timer.stop()
			document.removeEventListener('visibilitychange', timer.change)
		}
	}, [timer])
	return { readable, time: timer.read }
}
