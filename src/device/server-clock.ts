import { dayIn } from '#domain/days.ts'

export interface ServerClock {
	/** ms since 1970 by the server's clock, or by this device's before the first reply. */
	now(): number
	/** Server's day (YYYY-MM-DD). Null before the first reply: this device's day never decides anything. */
	today(): string | null
	timeZone(): string | null
	hear(moment: number): void
	/** Records the time zone of rows and saves it with the time. @returns the rows without it. */
	learn<Row extends { readonly timeZone?: string | null | undefined }>(
		rows: readonly Row[],
	): Omit<Row, 'timeZone'>[]
}

/** Storage key of the server's time zone and of this device's lag behind the server, in ms. */
const KEY = 'evenhand.clock'

export interface ClockStorage {
	getItem(key: string): string | null
	setItem(key: string, value: string): void
}

interface ServerTime {
	readonly offset: number | null
	readonly zone: string | null
}

const NOTHING: ServerTime = { offset: null, zone: null }

const parse = (text: string | null): ServerTime => {
	try {
		const { offset, zone } = JSON.parse(text ?? '{}') as Record<string, unknown>
		return {
			offset: typeof offset === 'number' ? offset : null,
			zone: typeof zone === 'string' ? zone : null,
		}
	} catch {
		// Not written by this app.
		return NOTHING
	}
}

export const createServerClock = (storage: ClockStorage, now: () => number): ServerClock => {
	let known = parse(storage.getItem(KEY))
	let saved = known

	/** Ignores small differences: most replies bring a few seconds. */
	const isNews = (): boolean =>
		known.zone !== saved.zone ||
		(known.offset === null) !== (saved.offset === null) ||
		Math.abs((known.offset ?? 0) - (saved.offset ?? 0)) > 60_000

	const keep = (): void => {
		if (!isNews()) return
		try {
			storage.setItem(KEY, JSON.stringify(known))
			saved = known
		} catch {
			// Storage is full: the next reply saves it.
		}
	}

	const clock: ServerClock = {
		now: () => now() + (known.offset ?? 0),
		today: () => (known.offset === null ? null : dayIn(known.zone, clock.now())),
		timeZone: () => known.zone,
		hear(moment) {
			known = { ...known, offset: moment - now() }
		},
		learn(rows) {
			const zone = rows.find(({ timeZone }) => timeZone)?.timeZone
			if (zone) known = { ...known, zone }
			keep()
			return rows.map(({ timeZone: _, ...row }) => row)
		},
	}
	return clock
}
