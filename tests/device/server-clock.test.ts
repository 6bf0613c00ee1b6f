import { beforeEach, expect, it } from 'vitest'
import { createServerClock } from '#device/server-clock.ts'

let marks: Map<string, string>
let writes: number
let now: number
const storage = {
	getItem: (key: string) => marks.get(key) ?? null,
	setItem: (key: string, value: string) => {
		writes++
		marks.set(key, value)
	},
}
const SERVER = Date.parse('2026-11-21T12:00:00Z')
const DAY = 86_400_000

beforeEach(() => {
	marks = new Map()
	writes = 0
	now = SERVER + 3 * DAY
})
const load = () => createServerClock(storage, () => now)

it('returns no day before a server sent its time', () => {
	expect(load().today()).toBeNull()
})

it('stores the server’s time and zone for the next page', () => {
	const clock = load()
	clock.hear(SERVER)
	clock.learn([{ id: '1', timeZone: 'Pacific/Kiritimati' }])
	now += DAY
	const next = load()
	expect(next.now()).toBe(SERVER + DAY)
	expect(next.today()).toBe('2026-11-23')
	expect(next.timeZone()).toBe('Pacific/Kiritimati')
})

it('writes nothing for differences of a few seconds', () => {
	const clock = load()
	clock.hear(SERVER)
	clock.learn([{ timeZone: 'UTC' }])
	clock.hear(SERVER + 900)
	clock.learn([{ timeZone: 'UTC' }])
	expect(writes).toBe(1)
	clock.hear(SERVER + DAY)
	clock.learn([])
	expect(writes).toBe(2)
})

it('strips the time zone from the rows', () => {
	expect(load().learn([{ id: '1', timeZone: 'UTC' }, { id: '2' }])).toEqual([
		{ id: '1' },
		{ id: '2' },
	])
})

it('ignores invalid stored values', () => {
	marks.set('evenhand.clock', 'null')
	expect(load().today()).toBeNull()
	marks.set('evenhand.clock', '{"offset":"x","zone":7}')
	expect(load().timeZone()).toBeNull()
})
