import { describe, expect, it } from 'vitest'
import { createAdmission, type Entry, type Room } from '#server/http/admission.ts'

/** Simulated clock with events sorted by time, the next one last. */
const createTime = () => {
	const events: { readonly at: number; readonly happen: () => void }[] = []
	let now = 0
	return {
		now: () => now,
		at: (at: number, happen: () => void): void => {
			let [from, to] = [0, events.length]
			while (from < to) {
				const middle = Math.floor((from + to) / 2)
				if ((events[middle]?.at ?? 0) > at) from = middle + 1
				else to = middle
			}
			events.splice(from, 0, { at, happen })
		},
		pass: (): void => {
			for (let event = events.pop(); event !== undefined; event = events.pop()) {
				now = event.at
				event.happen()
			}
		},
	}
}

/** Simulated process that handles admitted calls in sequence, each in `ms`. */
const createProcess = (time: ReturnType<typeof createTime>, room: Room, ms: number) => {
	let freeAt = 0
	return {
		busyUntil: () => freeAt,
		/** @returns the retry delay in seconds, or null if admitted; then `answered` is called. */
		call: (answered: (tookMs: number) => void): number | null => {
			const entry = room.enter()
			if (!entry.ok) return entry.comeBackIn
			const began = time.now()
			freeAt = Math.max(freeAt, began) + ms
			time.at(freeAt, () => {
				entry.leave()
				answered(time.now() - began)
			})
			return null
		},
	}
}

/** Client timeout, in ms. */
const PATIENCE_MS = 15_000

describe('overloaded process', () => {
	it.each([
		['slow', 33],
		['very slow', 200],
	])('admits only calls it can answer in time, also when %s', (_, ms) => {
		const time = createTime()
		const process = createProcess(time, createAdmission(500, time.now), ms)
		const took: { readonly beganAt: number; readonly ms: number }[] = []
		for (let at = 0; at < 240_000; at += 10) {
			time.at(at, () => {
				const beganAt = time.now()
				process.call((tookMs) => took.push({ beganAt, ms: tookMs }))
			})
		}
		time.pass()
		const settled = took.filter(({ beganAt }) => beganAt > 120_000)
		expect(Math.max(...settled.map((call) => call.ms))).toBeLessThan(PATIENCE_MS / 2)
		// It must also stay busy all the time.
		expect(settled.length).toBeGreaterThan((120_000 / ms) * 0.95)
	})

	it('admits more calls again when it becomes faster', () => {
		const time = createTime()
		const room = createAdmission(500, time.now)
		const slow = createProcess(time, room, 200)
		const quick = createProcess(time, room, 2)
		let least = Infinity
		let most = 0
		for (let at = 0; at < 60_000; at += 5) time.at(at, () => slow.call(() => undefined))
		time.at(60_000, () => {
			least = countEntries(room)
		})
		for (let at = 90_000; at < 200_000; at += 2) time.at(at, () => quick.call(() => undefined))
		time.at(300_000, () => {
			most = countEntries(room)
		})
		time.pass()
		expect(least).toBeLessThan(40)
		expect(most).toBeGreaterThan(200)
	})

	it('does not mistake a few long calls for overload', () => {
		const time = createTime()
		const room = createAdmission(500, time.now)
		for (let call = 0; call < 50; call++) {
			const entry = room.enter()
			if (entry.ok) time.at(call * 1000 + 90_000, entry.leave)
		}
		time.pass()
		expect(countEntries(room)).toBe(375)
	})
})

const countEntries = (room: Room): number => {
	const entries: Extract<Entry, { ok: true }>[] = []
	for (let entry = room.enter(); entry.ok; entry = room.enter()) entries.push(entry)
	for (const { leave } of entries) leave()
	return entries.length
}

describe('refused calls', () => {
	const turnAway = (count: number): number[] => {
		const room = createAdmission(500, () => 0)
		while (room.enter().ok);
		return Array.from({ length: count }, () => {
			const entry = room.enter()
			return entry.ok ? 0 : entry.comeBackIn
		})
	}

	it('get spread retry delays after the admitted ones', () => {
		const moments = turnAway(3000)
		expect(moments).toEqual(moments.toSorted((a, b) => a - b))
		expect(moments[0]).toBeGreaterThanOrEqual(5)
		expect(moments.at(-1)).toBeGreaterThan(60)
		const together = Math.max(
			...moments.map((moment) => moments.filter((m) => m === moment).length),
		)
		expect(together).toBeLessThan(50)
	})

	it('wait at most five minutes and do not all return at once', () => {
		const moments = turnAway(100_000)
		expect(Math.max(...moments)).toBeLessThanOrEqual(300)
		expect(moments.filter((moment) => moment === 300).length).toBeLessThan(2000)
	})
})

describe('thundering herd', () => {
	it('is served without a second collapse and with at most 1.5 requests each', () => {
		const time = createTime()
		const process = createProcess(time, createAdmission(500, time.now), 20)
		let requests = 0
		let late = 0
		let left = 5500
		/** Sends calls of a device in sequence, retrying each when due. */
		const send = (calls: number): void => {
			requests++
			const comeBackIn = process.call((tookMs) => {
				if (tookMs > PATIENCE_MS) late++
				if (calls > 1) send(calls - 1)
				else left--
			})
			if (comeBackIn !== null) time.at(time.now() + comeBackIn * 1000 + 1000, () => send(calls))
		}
		for (let device = 0; device < 5500; device++) time.at(0, () => send(2))
		time.pass()
		expect({ left, late }).toEqual({ left: 0, late: 0 })
		expect(requests / 11_000).toBeLessThanOrEqual(1.5)
		// The work takes 220 s; up to a third more may be idle time.
		expect(process.busyUntil()).toBeLessThan(300_000)
	})
})
