// Import before the server: turns hourly intervals into 250 ms.

const HOUR_MS = 3_600_000
const SHORT_MS = 250

const begin = globalThis.setInterval
globalThis.setInterval = ((work: () => void, ms?: number) =>
	begin(work, ms === HOUR_MS ? SHORT_MS : ms)) as typeof setInterval
