import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { CandidateFields } from '#contract/admin/candidates.ts'
import { ManagedPolicy } from '#contract/admin/policies.ts'
import { CandidateRecord } from '#server/import/records.ts'
import { Address } from '#web/features/admin/kit/page.tsx'
import { OwnWords as WordsOfPolicy } from '#web/features/admin/policies/policy-card.tsx'
import { OwnWords } from '#web/features/results/why.tsx'

// A text that somebody typed becomes neither markup nor code, whatever field it stands in: React writes texts as texts, so
// what is left are the ways around it and the addresses. In a real browser `tests/e2e/admin-injection.spec.ts` tries both.

/** Every file of what runs in a browser. */
const SOURCES = ['src/web', 'src/device', 'src/http', 'src/domain', 'src/contract', 'sw']
	.flatMap((folder) =>
		readdirSync(folder, { recursive: true, encoding: 'utf8' })
			.filter((name) => /\.tsx?$/.test(name))
			.map((name) => join(folder, name)),
	)
	.toSorted()

/** Whatever makes markup or code of a text. */
const SINKS =
	/dangerouslySetInnerHTML|(?:inner|outer)HTML|insertAdjacentHTML|srcdoc|DOMParser|createContextualFragment|setHTMLUnsafe|document\.write|\beval\(|new Function\(|javascript:/i

/** Whatever is given an address that does not stand there as it is, an element or a component. */
const ADDRESSES = /\s(href|src|srcSet|poster|action|formAction)=\{(`[^`]*`|[^{}]+)\}/g

describe('what runs in a browser', () => {
	it('makes markup or code of no text', () => {
		expect(SOURCES.length).toBeGreaterThan(300)
		expect(SOURCES.filter((file) => SINKS.test(readFileSync(file, 'utf8')))).toEqual([])
	})

	it('leads to no address that somebody typed, unless it is that of a page', () => {
		const made = SOURCES.flatMap((file) =>
			[...readFileSync(file, 'utf8').matchAll(ADDRESSES)].map(([, name, value]) =>
				[file.replace('src/web/', ''), name, value?.replaceAll('$', '')].join(' '),
			),
		)
		expect(made.toSorted()).toEqual(
			[
				// What somebody typed, by the two that look at it first: below they are given what is harmful.
				'features/admin/kit/page.tsx href url',
				'features/results/why.tsx href url',
				// Paths of the app's own: what stands in them is an id, encoded.
				'features/admin/candidates/candidates-page.tsx href `/admin/extract-policies/{encodeURIComponent(id)}`',
				'features/admin/kit/page.tsx href `/admin/history?target={encodeURIComponent(id)}`',
				'features/elections/elections-screen.tsx href `/elections/{encodeURIComponent(electionId)}/quizzes`',
				// A path of the app's own, by those who make one.
				'features/admin/kit/page.tsx href href',
				// A picture: whatever its address is, nothing of it runs.
				'ui/candidate-avatar.tsx src logo',
			].toSorted(),
		)
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
		const [, escaped] = /^<p>(.*)<\/p>$/.exec(
			renderToStaticMarkup(createElement('p', null, address)),
		) as unknown as [string, string]
		for (const markup of [
			renderToStaticMarkup(createElement(OwnWords, quote)),
			renderToStaticMarkup(createElement(WordsOfPolicy, policy)),
		]) {
			expect(markup).not.toMatch(/<a\b|<img|<b>|<script/)
			expect(markup).toContain('&lt;img')
			expect(markup).toContain(escaped)
		}
		const alone = renderToStaticMarkup(createElement(Address, { url: address }))
		expect(alone).toBe(`<span class="wrap-anywhere">${escaped}</span>`)
	})
})
