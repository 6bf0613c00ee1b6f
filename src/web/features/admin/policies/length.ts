import { countWords, policyLength } from '#domain/policies.ts'
import { policies as texts } from '#web/texts/admin/policies.ts'

/** What is said of a statement that cannot be saved at its length. */
const FAULTS = { short: texts.tooShort, long: texts.tooLong, fits: null } as const

/** How many words a statement has, and whether that is too few or too many: "3 words – Too short". */
export const lengthText = (text: string): string =>
	[texts.words(countWords(text)), FAULTS[policyLength(text)]].filter(Boolean).join(' – ')
