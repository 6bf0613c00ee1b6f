import { countWords, isPolicyLength, POLICY_MIN_WORDS } from '#domain/policies.ts'
import { policies as texts } from '#web/texts/admin/policies.ts'

/** What is said of the length of a statement that cannot be saved so; null of one that can. */
const lengthFault = (text: string): string | null => {
	if (isPolicyLength(text)) return null
	return countWords(text) < POLICY_MIN_WORDS ? texts.tooShort : texts.tooLong
}

/** How many words a statement has, and whether that is too few or too many: "3 words – Too short". */
export const lengthText = (text: string): string =>
	[texts.words(countWords(text)), lengthFault(text)].filter(Boolean).join(' – ')
