import { dayIn } from '#domain/days.ts'

/** The server's time and time zone, as far as this device has been told. */
export interface ServerClock {
	/** ms since 1970 by the server's clock; by this device's before a server has told the time. */
	now(): number
	/** The day at the server (YYYY-MM-DD); null before a server has told the time. No day of this device's decides anything. */
	today(): string | null
	/** The zone whose days the server means; null where it has not said. */
	timeZone(): string | null
	/** Notes the time that a reply tells. @param moment ms since 1970. */
	hear(moment: number): void
	/** Notes the zone that rows tell and keeps it with the time. @returns the rows without it. */
	learn<Row extends { readonly timeZone?: string | null | undefined }>(
		rows: readonly Row[],
	): Omit<Row, 'timeZone'>[]
}

/** In the page's storage: how far this device's clock is behind the server's, in ms, and the server's zone. */
const KEY = 'evenhand.clock'

/** The part of the page's storage that the clock uses. */
export interface ClockStorage {
	getItem(key: string): string | null
	setItem(key: string, value: string): void
}

interface Told {
	readonly offset: number | null
	readonly zone: string | null
}

const NOTHING: Told = { offset: null, zone: null }

const parse = (text: string | null): Told => {
	try {
		const { offset, zone } = JSON.parse(text ?? '{}') as Record<string, unknown>
		return {
			offset: typeof offset === 'number' ? offset : null,
			zone: typeof zone === 'string' ? zone : null,
		}
	} catch {
		// Whatever stands there is none of ours.
		return NOTHING
	}
}

/** @param now this device's clock, ms since 1970. */
export const createServerClock = (storage: ClockStorage, now: () => number): ServerClock => {
	let told = parse(storage.getItem(KEY))
	let kept = told

	/** A difference of seconds is no news: most replies bring one. */
	const isNews = (): boolean =>
		told.zone !== kept.zone ||
		(told.offset === null) !== (kept.offset === null) ||
		Math.abs((told.offset ?? 0) - (kept.offset ?? 0)) > 60_000

	const keep = (): void => {
		if (!isNews()) return
		try {
			storage.setItem(KEY, JSON.stringify(told))
			kept = told
		} catch {
			// A full storage: the next reply tells it again.
		}
	}

	const clock: ServerClock = {
		now: () => now() + (told.offset ?? 0),
		today: () => (told.offset === null ? null : dayIn(told.zone, clock.now())),
		timeZone: () => told.zone,
		hear(moment) {
			told = { ...told, offset: moment - now() }
		},
		learn(rows) {
			const zone = rows.find(({ timeZone }) => timeZone)?.timeZone
			if (zone) told = { ...told, zone }
			keep()
			return rows.map(({ timeZone: _, ...row }) => row)
		},
	}
	return clock
}
