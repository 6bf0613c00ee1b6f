import { useEffect, useLayoutEffect, useState } from 'react'
import { RESPONSE_TIME_CAP_MS } from '#domain/limits.ts'

/** A question must have been visible for this long without a break, in ms, before an answer to it counts. */
export const READABLE_MS = 300

/** Clock and page of a {@link ReadingTime}. */
export interface ReadingWorld {
	/** ms of a monotonic clock. */
	readonly now: () => number
	readonly hidden: () => boolean
	/** Runs `act` in `ms`. @returns cancels it. */
	readonly after: (ms: number, act: () => void) => () => void
	/** Called whenever the question becomes readable, or stops being so. */
	readonly onChange: (readable: boolean) => void
}

/** Measures for how long a question was visible, and decides when it counts as read. */
export interface ReadingTime {
	/** A new question appeared. */
	start(): void
	/** The question left the screen. */
	stop(): void
	/** The page was hidden, or is visible again. */
	change(): void
	/** Something covered the question until now. */
	interrupt(): void
	/** Visible time since the start in whole ms, with the cap of every response time. */
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
		start() {
			running = true
			before = 0
			since = hidden() ? null : now()
			wait()
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

/** Call when something that covered the page goes: a second tap on its close button must not answer what was below. */
export const interruptReading = (): void => {
	for (const each of open) each.interrupt()
}

const later = (ms: number, act: () => void): (() => void) => {
	const timer = setTimeout(act, ms)
	return () => clearTimeout(timer)
}

export interface Reading {
	/** Whether the question has been visible long enough to be answered. */
	readonly readable: boolean
	/** Visible time of the question in ms. */
	readonly time: () => number
}

/** Times a question from the frame that shows it. @param questionId null while no question is shown. */
export const useReadingTime = (questionId: string | null): Reading => {
	const [shown, setShown] = useState(questionId)
	const [readable, setReadable] = useState(false)
	const [timer] = useState(() =>
		createReadingTime({
			now: () => performance.now(),
			hidden: () => document.hidden,
			after: later,
			onChange: setReadable,
		}),
	)
	// While rendering: the next question is never readable, not even in its first frame.
	if (shown !== questionId) {
		setShown(questionId)
		setReadable(false)
	}
	useLayoutEffect(() => {
		timer.stop()
		if (questionId === null) return
		const frame = requestAnimationFrame(() => timer.start())
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
