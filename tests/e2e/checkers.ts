import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { HtmlValidate } from 'html-validate'
import { expect, type Page } from 'playwright/test'

// Checkers for what axe misses. Run in the suite that opens every page.

const { resolve } = createRequire(import.meta.url)
const CODE_SNIFFER = readFileSync(resolve('html_codesniffer/build/HTMLCS.js'), 'utf8')
const IBM = readFileSync(resolve('accessibility-checker-engine/ace.js'), 'utf8')

interface Sniffed {
	readonly type: number
	readonly code: string
	readonly msg: string
	readonly element: Element
}

interface Checkers {
	readonly HTMLCS: {
		process(standard: string, of: Document | Element, done: () => void): void
		getMessages(): readonly Sniffed[]
	}
	readonly ace: {
		Checker: new () => {
			check(
				of: Document | Element,
				guidelines: readonly string[],
			): Promise<{
				results: readonly {
					ruleId: string
					message: string
					snippet: string
					value: readonly [string, string]
				}[]
			}>
		}
	}
}

/** Errors of HTML_CodeSniffer; its warnings and notices need a manual check. */
const sniffed = async (page: Page, within: string): Promise<string[]> => {
	if (!(await page.evaluate(() => 'HTMLCS' in window))) await page.evaluate(CODE_SNIFFER)
	return page.evaluate(
		(selector) =>
			new Promise<string[]>((done) => {
				const { HTMLCS } = window as unknown as Checkers
				const part = selector === 'html' ? document : document.querySelector(selector)
				HTMLCS.process('WCAG2AA', part ?? document, () => {
					const errors = HTMLCS.getMessages().filter(({ type }) => type === 1)
					done(errors.map(({ code, msg, element }) => `${code} ${msg} ${element.outerHTML}`))
				})
			}),
		within,
	)
}

/** Violations by IBM's engine; its potential and manual results need a manual check. */
const violations = async (page: Page, within: string): Promise<string[]> => {
	if (!(await page.evaluate(() => 'ace' in window))) await page.evaluate(IBM)
	return page.evaluate(async (selector) => {
		const { ace } = window as unknown as Checkers
		const part = selector === 'html' ? document : document.querySelector(selector)
		const { results } = await new ace.Checker().check(part ?? document, ['WCAG_2_2'])
		return results
			.filter(({ value: [kind, outcome] }) => kind === 'VIOLATION' && outcome === 'FAIL')
			.map(({ ruleId, message, snippet }) => `${ruleId} ${message} ${snippet}`)
	}, within)
}

/** Omits rules on source style: the HTML is serialized by the browser. */
const htmlValidate = new HtmlValidate({
	extends: ['html-validate:standard', 'html-validate:a11y'],
})

const invalid = async (html: string): Promise<string[]> => {
	const { results } = await htmlValidate.validateString(html)
	return results
		.flatMap(({ messages }) => messages)
		.map(({ ruleId, message, selector }) => `${ruleId} ${message} ${selector ?? ''}`)
}

/**
 * Asserts that HTML_CodeSniffer, IBM's accessibility engine and html-validate find nothing on the page.
 * @param within a part, such as a dialog over a page that was checked before.
 */
export const expectNoFindings = async (page: Page, within = 'html'): Promise<void> => {
	const where = page.url()
	const html = await page.evaluate(() => `<!doctype html>${document.documentElement.outerHTML}`)
	// In this process, while the others work in the page's.
	const [errors, mistakes] = await Promise.all([sniffed(page, within), invalid(html)])
	expect(errors, `HTML_CodeSniffer on ${where}`).toEqual([])
	expect(await violations(page, within), `IBM's engine on ${where}`).toEqual([])
	expect(mistakes, `html-validate on ${where}`).toEqual([])
}
