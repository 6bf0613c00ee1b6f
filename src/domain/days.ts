// biome-ignore-all lint/style/noRestrictedGlobals: only the time zones of Intl are used; the locale is fixed.
export const DAY_MS = 86_400_000

const formats = new Map<string, Intl.DateTimeFormat>()

const formatOf = (timeZone: string): Intl.DateTimeFormat => {
	const known = formats.get(timeZone)
	if (known) return known
	const options = { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' } as const
	const made = new Intl.DateTimeFormat('en-US-u-ca-gregory-nu-latn', options)
	formats.set(timeZone, made)
	return made
}

export const isTimeZone = (text: string): boolean => {
	try {
		formatOf(text)
		return true
	} catch {
		return false
	}
}

/**
 * Calendar day (YYYY-MM-DD) of a moment in a time zone.
 * @param timeZone IANA name; UTC if null or unknown. @param moment ms since 1970.
 */
export const dayIn = (timeZone: string | null, moment: number): string => {
	const zone = timeZone !== null && isTimeZone(timeZone) ? timeZone : 'UTC'
	const parts = formatOf(zone).formatToParts(moment)
	const part = (type: string): string => parts.find((each) => each.type === type)?.value ?? ''
	return `${part('year')}-${part('month')}-${part('day')}`
}
