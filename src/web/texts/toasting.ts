import { inLanguage } from './language.ts'

/** What stands around the short words that go by themselves. */
export const toasting = inLanguage('toasting', { messages: 'Messages', close: 'Close' })
