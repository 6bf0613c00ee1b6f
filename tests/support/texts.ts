import * as spanish from '#web/texts/es/all.ts'

// A developer's Node may speak Spanish by itself; the English catalogue is wanted as it is.
const english = {
	...(await import('#web/texts/account.ts')),
	...(await import('#web/texts/activity.ts')),
	...(await import('#web/texts/answers.ts')),
	...(await import('#web/texts/elections.ts')),
	...(await import('#web/texts/quiz.ts')),
	...(await import('#web/texts/results.ts')),
	...(await import('#web/texts/settings.ts')),
	...(await import('#web/texts/test.ts')),
	...(await import('#web/texts/test-end.ts')),
	...(await import('#web/texts/your-data.ts')),
}

/** What the pages say, by language: for tests that look at them in both. */
export const TEXTS = { en: english, es: spanish } satisfies Record<string, typeof english>
export type Texts = typeof english
