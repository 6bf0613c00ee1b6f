import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { CONSENT_VERSION } from '#domain/quiz.ts'
import { TEXTS } from '../support/texts.ts'

/** Digests of the consent text in all languages, by version. Keep old versions: voters agreed to them. */
const DIGESTS: Readonly<Record<string, string>> = {
	'2026-11-23': '7554e39362cb0c12',
	'2026-11-25': 'bea6bfc69cc630a6',
	'2026-11-26': 'fd72c28edd2b2791',
}

it('consent version matches the digest of the consent text', () => {
	const texts = Object.entries(TEXTS).map(([language, { quiz }]) => `${language}: ${quiz.consent}`)
	const digest = createHash('sha256').update(texts.join('\n')).digest('hex').slice(0, 16)
	expect(digest).toBe(DIGESTS[CONSENT_VERSION])
})
