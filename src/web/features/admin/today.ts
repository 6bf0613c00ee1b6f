/** Today as a calendar day of UTC: the dates of quizzes are meant by it, wherever an administrator is. */
export const utcToday = (): string => new Date().toISOString().slice(0, 10)
