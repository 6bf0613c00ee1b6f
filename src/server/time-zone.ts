import { dayIn } from '#domain/days.ts'

/** That of the machine, unless TIME_ZONE names another. */
let zone = new Intl.DateTimeFormat().resolvedOptions().timeZone

/** Sets the time zone of this installation; of the process, which serves one. @param name an IANA name; undefined changes nothing. */
export const setTimeZone = (name: string | undefined): void => {
	if (name !== undefined) zone = name
}

/** The time zone (IANA name) whose days the dates of quizzes and elections are. */
export const timeZone = (): string => zone

/** The calendar day (YYYY-MM-DD) of a moment in this installation's time zone. */
export const dayOf = (moment: Date): string => dayIn(zone, moment.getTime())
