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

// React escapes text, which leaves HTML sinks and URLs as ways to inject code.
// `tests/e2e/admin-injection.spec.ts` tests both in a real browser.

const SOURCES = ['src/web', 'src/device', 'src/http', 'src/domain', 'src/contract', 'sw']
	.flatMap((folder) =>
		readdirSync(folder, { recursive: true, encoding: 'utf8' })
			.filter((name) => /\.tsx?$/.test(name))
			.map((name) => join(folder, name)),
	)
	.toSorted()

const SINKS =
	/dangerouslySetInnerHTML|(?:inner|outer)HTML|insertAdjacentHTML|srcdoc|DOMParser|createContextualFragment|setHTMLUnsafe|document\.write|\beval\(|new Function\(|javascript:/i

const withoutComments = (text: string): string => text.replace(/\/\*[\s\S]*?\*\//g, '')

/** URL attributes with a computed value. */
const ADDRESSES = /\s(href|src|srcSet|poster|action|formAction)=\{(`[^`]*`|[^{}]+)\}/g

describe('browser code', () => {
	it('has no HTML or script sinks', () => {
		expect(SOURCES.length).toBeGreaterThan(300)
		expect(
			SOURCES.filter((file) => SINKS.test(withoutComments(readFileSync(file, 'utf8')))),
		).toEqual([])
	})

	it('uses user-provided URLs only in checked links', () => {
		const made = SOURCES.flatMap((file) =>
			[...readFileSync(file, 'utf8').matchAll(ADDRESSES)].map(([, name, value]) =>
				[file.replace('src/web/', ''), name, value?.replaceAll('$', '')].join(' '),
			),
		)
		expect(made.toSorted()).toEqual(
			[
				// User-provided URLs, checked by this component; tested with unsafe URLs below.
				'ui/page-link.tsx href url',
				// An email or https address, checked by `contactLink`.
				'ui/operator.tsx href link',
				// Internal paths with an encoded id.
				'features/admin/candidates/candidates-page.tsx href `/admin/extract-policies/{encodeURIComponent(id)}`',
				'features/admin/kit/page.tsx href `/admin/history?target={encodeURIComponent(id)}`',
				'features/elections/elections-screen.tsx href `/elections/{encodeURIComponent(electionId)}/quizzes`',
				// An internal path built by the callers.
				'features/admin/kit/page.tsx href href',
				// An image source runs no script.
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

describe.each(HARMFUL)('unsafe URL %s', (address) => {
	it('is rejected as a website or logo', () => {
		const typed = { name: 'Ann', website: 'https://a.example', logo: null, party: null }
		expect(v.is(CandidateFields, typed)).toBe(true)
		expect(v.is(CandidateRecord, { name: 'Ann', website: 'https://a.example' })).toBe(true)
		for (const field of ['website', 'logo']) {
			expect(v.is(CandidateFields, { ...typed, [field]: address }), field).toBe(false)
			expect(v.is(CandidateRecord, { name: 'Ann', [field]: address }), field).toBe(false)
		}
	})

	it('is shown as plain text if another server accepted it', () => {
		const quote = {
			policyId: 'p',
			quote: '<img src=x onerror=alert(1)>',
			source: '<b>',
			url: address,
			note: null,
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
