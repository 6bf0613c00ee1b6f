import { describe, expect, it } from 'vitest'
import { createAdmission, type Entry, type Room } from '#server/http/admission.ts'

/** Things that happen one after the other, on a clock that jumps from one to the next; the last one stands first. */
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

/** A process that answers one call after the other, each in `ms`, and lets in as many as its room has. */
const createProcess = (time: ReturnType<typeof createTime>, room: Room, ms: number) => {
	let freeAt = 0
	return {
		busyUntil: () => freeAt,
		/** @returns in how many seconds the caller may come back; null where it was let in, and `answered` follows. */
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

/** So long does a device wait for an answer, in ms. */
const PATIENCE_MS = 15_000

describe('a process that has more to do than it can', () => {
	it.each([
		['slow', 33],
		['very slow', 200],
	])('lets in what it answers while somebody waits for it, also where it is %s', (_, ms) => {
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
		// It is not idle for that: there is something to do all the time.
		expect(settled.length).toBeGreaterThan((120_000 / ms) * 0.95)
	})

	it('lets in more again when it has become quicker', () => {
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

	it('does not take a few long calls for a crowd: a long import sends nobody away', () => {
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

/** How many a room lets in now, besides those who are in it. */
const countEntries = (room: Room): number => {
	const entries: Extract<Entry, { ok: true }>[] = []
	for (let entry = room.enter(); entry.ok; entry = room.enter()) entries.push(entry)
	for (const { leave } of entries) leave()
	return entries.length
}

describe('who is sent away', () => {
	const turnAway = (count: number): number[] => {
		const room = createAdmission(500, () => 0)
		while (room.enter().ok);
		return Array.from({ length: count }, () => {
			const entry = room.enter()
			return entry.ok ? 0 : entry.comeBackIn
		})
	}

	it('comes back one after the other, after those who are inside', () => {
		const moments = turnAway(3000)
		expect(moments).toEqual(moments.toSorted((a, b) => a - b))
		expect(moments[0]).toBeGreaterThanOrEqual(5)
		expect(moments.at(-1)).toBeGreaterThan(60)
		const together = Math.max(
			...moments.map((moment) => moments.filter((m) => m === moment).length),
		)
		expect(together).toBeLessThan(50)
	})

	it('is away for five minutes at most, and those for whom that is too early do not all come then', () => {
		const moments = turnAway(100_000)
		expect(Math.max(...moments)).toBeLessThanOrEqual(300)
		expect(moments.filter((moment) => moment === 300).length).toBeLessThan(2000)
	})
})

describe('a herd', () => {
	it('is through without a second collapse, and with half a request more for each than it takes', () => {
		const time = createTime()
		const process = createProcess(time, createAdmission(500, time.now), 20)
		let requests = 0
		let late = 0
		let left = 5500
		/** Two calls of a device, each tried again when its time has come. */
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
		// All that has to be done takes 220 s; for a third of that it may have waited for the next one.
		expect(process.busyUntil()).toBeLessThan(300_000)
	})
})
