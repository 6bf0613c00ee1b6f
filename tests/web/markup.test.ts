import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { CandidateFields } from '#contract/manage-candidates.ts'
import { ManagedPolicy } from '#contract/manage-policies.ts'
import { CandidateRecord } from '#server/import/records.ts'
import { OwnWords as WordsOfPolicy } from '#web/features/admin/policies/own-words.tsx'
import { OwnWords } from '#web/features/results/own-words.tsx'

// A text that somebody typed becomes neither markup nor code, whatever field it stands in: React writes texts as texts, so
// what is left are the ways around it and the addresses. In a real browser `tests/e2e/admin-injection.spec.ts` tries both.

/** Every file of what runs in a browser. */
const SOURCES = ['src/web', 'src/local', 'src/http', 'src/domain', 'src/contract', 'sw']
	.flatMap((folder) =>
		readdirSync(folder, { recursive: true, encoding: 'utf8' })
			.filter((name) => /\.tsx?$/.test(name))
			.map((name) => join(folder, name)),
	)
	.toSorted()

/** Whatever makes markup or code of a text. */
const SINKS =
	/dangerouslySetInnerHTML|(?:inner|outer)HTML|insertAdjacentHTML|srcdoc|DOMParser|createContextualFragment|setHTMLUnsafe|document\.write|\beval\(|new Function\(|javascript:/i

describe('what runs in a browser', () => {
	it('makes markup or code of no text', () => {
		expect(SOURCES.length).toBeGreaterThan(300)
		expect(SOURCES.filter((file) => SINKS.test(readFileSync(file, 'utf8')))).toEqual([])
	})

	it('leads to no address that somebody typed, unless it is that of a page', () => {
		const typed = SOURCES.flatMap((file) => {
			const text = readFileSync(file, 'utf8')
			return [
				...text.matchAll(/<([a-z]+)\b[^<]*?\s(?:href|src|action|formAction)=\{([^`}]+)\}/g),
			].map(([, element, value]) => ({
				file,
				element,
				value,
				isGuarded: text.includes(`isPage(${value})`),
			}))
		})
		expect(typed.filter(({ isGuarded }) => !isGuarded)).toEqual([
			// A path of the app's own, by those who make one.
			expect.objectContaining({ file: expect.stringMatching(/path-link\.tsx$/), value: 'href' }),
			// A picture: whatever its address is, nothing of it runs.
			expect.objectContaining({ file: expect.stringMatching(/face\.tsx$/), element: 'img' }),
		])
		expect(typed.filter(({ isGuarded }) => isGuarded)).toHaveLength(3)
	})
})

const HARMFUL = [
	'javascript:alert(1)',
	'JavaScript://example.org/%0Aalert(1)',
	'data:text/html,<script>alert(1)</script>',
	'vbscript:alert(1)',
	' javascript:alert(1)',
	'//example.org',
	'blob:https://example.org/1',
]

describe.each(HARMFUL)('an address that is none of a page, %s', (address) => {
	it('is not taken, as a website or a logo, by hand or from a file', () => {
		const typed = { name: 'Ann', website: 'https://a.example', logo: null, party: null }
		expect(v.is(CandidateFields, typed)).toBe(true)
		expect(v.is(CandidateRecord, { name: 'Ann', website: 'https://a.example' })).toBe(true)
		for (const field of ['website', 'logo']) {
			expect(v.is(CandidateFields, { ...typed, [field]: address }), field).toBe(false)
			expect(v.is(CandidateRecord, { name: 'Ann', [field]: address }), field).toBe(false)
		}
	})

	it('is shown as a text where another server has taken it, and leads nowhere', () => {
		const quote = {
			policyId: 'p',
			quote: '<img src=x onerror=alert(1)>',
			source: '<b>',
			url: address,
		}
		const policy = v.parse(ManagedPolicy, {
			...{ id: 'p', candidateId: 'c', text: 'A text.', category: 'ECONOMY', importance: 1 },
			...{ validationStatus: 'PENDING', quote: quote.quote, source: '<b>', sourceUrl: address },
		})
		for (const markup of [
			renderToStaticMarkup(createElement(OwnWords, quote)),
			renderToStaticMarkup(createElement(WordsOfPolicy, policy)),
		]) {
			expect(markup).not.toMatch(/<a\b|<img|<b>|<script/)
			expect(markup).toContain('&lt;img')
		}
	})
})
