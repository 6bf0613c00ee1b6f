import * as spanish from '#web/texts/es/index.ts'

// A developer's Node may speak Spanish by itself; the English catalogue is wanted as it is.
const english = {
	...(await import('#web/texts/en/account.ts')),
	...(await import('#web/texts/en/elections.ts')),
	...(await import('#web/texts/en/elections.ts')),
	...(await import('#web/texts/en/elections.ts')),
	...(await import('#web/texts/en/quiz.ts')),
	...(await import('#web/texts/en/results.ts')),
	...(await import('#web/texts/en/settings.ts')),
	...(await import('#web/texts/en/test.ts')),
	...(await import('#web/texts/en/test-end.ts')),
	...(await import('#web/texts/en/your-data.ts')),
}

/** What the pages say, by language: for tests that look at them in both. */
export const TEXTS = { en: english, es: spanish } satisfies Record<string, typeof english>
export type Texts = typeof english
