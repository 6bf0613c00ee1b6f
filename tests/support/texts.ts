import * as spanish from '#web/texts/es/index.ts'
import type { Language } from '#web/texts/language.ts'

// Import the English texts explicitly, because Node may run in a Spanish locale.
const english = {
	...(await import('#web/texts/en/about.ts')),
	...(await import('#web/texts/en/account.ts')),
	...(await import('#web/texts/en/elections.ts')),
	...(await import('#web/texts/en/knowing.ts')),
	...(await import('#web/texts/en/quiz.ts')),
	...(await import('#web/texts/en/results.ts')),
	...(await import('#web/texts/en/settings.ts')),
	...(await import('#web/texts/en/side-by-side.ts')),
	...(await import('#web/texts/en/test.ts')),
	...(await import('#web/texts/en/test-end.ts')),
	...(await import('#web/texts/en/your-data.ts')),
}

/** UI texts by language. */
export const TEXTS = { en: english, es: spanish } satisfies Record<Language, typeof english>
export type Texts = typeof english
