import { describe, expect, it } from 'vitest'
import type { SourceText } from '#domain/extraction/text.ts'
import { readHtml } from '#server/extraction/read-html.ts'
import { readText } from '#server/extraction/read-source.ts'
import { SourceError, type SourceFailureKind } from '#server/extraction/source-text.ts'

const source = (html: string): SourceText => readHtml(html).source
const blocks = (html: string): string[] => {
	const { text, blocks } = source(html)
	return blocks.map(({ kind, start, end }) => `${kind}: ${text.slice(start, end)}`)
}

describe('reading a page', () => {
	it('keeps headings, bullets, and paragraphs in order', () => {
		expect(
			blocks(
				'<h2>Homes</h2><p>We have  a\n<b>plan</b>.</p><ul><li>Build <a href="/x">homes</a> now<li>Cap rents</ul>',
			),
		).toEqual([
			'heading: Homes',
			'paragraph: We have a plan.',
			'bullet: Build homes now',
			'bullet: Cap rents',
		])
	})

	it('marks menus, forms, and footers as other text', () => {
		const page = `<nav><a>Home</a> <a>Homes</a></nav><main><p>We will cap rents.</p></main>
			<form><label>Your name</label><input><button>Send</button></form><footer>We will never sell your data.</footer>`
		expect(blocks(page).map((each) => each.split(':')[0])).toEqual([
			'other',
			'paragraph',
			'other',
			'other',
			'other',
		])
	})

	it('marks a list of links as a menu', () => {
		expect(blocks('<ul><li><a>Our plan</a></li><li><a>Donate</a></li></ul>')).toEqual([
			'other: Our plan',
			'other: Donate',
		])
	})

	it('detects short bold lines as headings and marked lines as lists', () => {
		expect(
			blocks('<p><strong>Our homes</strong></p><p>We will:<br>- cap rents<br>- build homes</p>'),
		).toEqual([
			'heading: Our homes',
			'paragraph: We will:',
			'bullet: cap rents',
			'bullet: build homes',
		])
	})

	it.each([
		['a class for wide windows', '<div class="hidden md:block"><p>TEXT</p></div>'],
		['a Bootstrap class for wide windows', '<div class="d-none d-lg-block">TEXT</div>'],
		['a collapsed accordion', '<div class="accordion-collapse collapse"><p>TEXT</p></div>'],
		['closed details', '<details><summary>More</summary><p>TEXT</p></details>'],
		['a button in a heading', '<h3><button aria-expanded="false">Homes</button></h3><p>TEXT</p>'],
		['a shadow root', '<x-card><template shadowrootmode="open"><p>TEXT</p></template></x-card>'],
		['a page whose head does not end', '<html><head><title>Plan</title><p>TEXT</p>'],
		['the default content of a slot', '<slot><p>TEXT</p></slot>'],
		['a map of areas', '<map name="m"><p>TEXT</p></map>'],
		['a class for hovering', '<p class="invisible group-hover:visible">TEXT</p>'],
		['black letters on no background', '<p style="color:#000;background:transparent">TEXT</p>'],
		['a rule for print', '<style media="print">p{display:none}</style><p class="nav">TEXT</p>'],
		[
			'letters cut out of a gradient',
			'<h2 style="color:transparent;background:linear-gradient(red,blue);-webkit-background-clip:text">TEXT</h2>',
		],
		[
			'a row with columns in a visible font size',
			'<div style="font-size:0"><p style="font-size:16px">TEXT</p></div>',
		],
		[
			'a part that is visible again',
			'<div style="visibility:hidden"><p style="visibility:visible">TEXT</p></div>',
		],
		[
			'white letters on an unknown background',
			'<link rel="stylesheet" href="a.css"><div style="color:#fff"><p style="background:url(a.jpg)">TEXT</p></div>',
		],
	])('reads visible text: %s', (_, html) => {
		const { text, blocks } = source(html.replace('TEXT', 'We will build homes.'))
		expect(text).toContain('We will build homes.')
		expect(blocks.some(({ hidden }) => hidden)).toBe(false)
	})

	it.each([
		['without opacity until scrolled to', '<div style="opacity:0" data-aos="fade-up">TEXT</div>'],
		['without display until chosen', '<div role="tabpanel" style="display:none">TEXT</div>'],
		['with the hidden attribute', '<div role="tabpanel" hidden>TEXT</div>'],
		['hidden until found', '<div hidden="until-found">TEXT</div>'],
		['collapsed to zero height', '<div style="max-height:0;overflow:hidden"><p>TEXT</p></div>'],
		['without visibility', '<div style="visibility:hidden"><p>TEXT</p></div>'],
		['hidden from readers', '<div aria-hidden="true">TEXT</div>'],
		['moved out of the window', '<div style="position:absolute;left:-9999px">TEXT</div>'],
		['hidden by a class', '<div class="hidden"><p>TEXT</p></div>'],
		['hidden by its style sheet', '<style>.tab{display:none}</style><div class="tab">TEXT</div>'],
		['in a closed dialog', '<dialog><p>TEXT</p></dialog>'],
		[
			'in a modal dialog',
			'<div role="dialog" class="modal fade" aria-hidden="true"><p>TEXT</p></div>',
		],
		[
			'white on an unknown background',
			'<link rel=stylesheet href=a.css><p style="color:#fff">TEXT</p>',
		],
	])('reads and marks text that may be revealed: %s', (_, html) => {
		const page = source(
			`<p>We will keep the park.</p><div></div>${html.replace('TEXT', 'We will build homes.')}`,
		)
		const hidden = page.blocks.filter((block) => block.hidden)
		expect(hidden.map(({ kind, start, end }) => `${kind}: ${page.text.slice(start, end)}`)).toEqual(
			['paragraph: We will build homes.'],
		)
	})

	it('never mixes visible and hidden text in a sentence', () => {
		const page =
			'<p>We will <span style="display:none">never</span> cap <i class="sr-only">no</i> rents.</p>'
		expect(blocks(page)).toEqual(['paragraph: We will cap rents.', 'paragraph: never'])
	})

	it('reads text repeated for two screen widths once', () => {
		const page =
			'<p class="hidden md:block">We will cap rents.</p><p class="hidden">We will cap rents.</p>'
		expect(blocks(page)).toEqual(['paragraph: We will cap rents.'])
	})

	it.each([
		[
			'a page in one form',
			'<form action="a.aspx"><input type="hidden" name="__VIEWSTATE"><p>TEXT</p></form>',
		],
		[
			'a form around the whole page',
			'<form><nav>Menu</nav><input name="q"><main><p>TEXT</p></main></form>',
		],
		['a form around an article', '<form><input name="q"><article><p>TEXT</p></article></form>'],
		[
			'a long text with a search field',
			`<form><input name="q"><p>TEXT</p><p>${'A long text. '.repeat(30)}</p></form>`,
		],
		['an unclosed menu', '<nav><a href="/">Home</a><main><p>TEXT</p></main>'],
		['a box within the text', '<main><aside><p>TEXT</p></aside></main>'],
	])('reads the text of %s', (_, html) => {
		expect(blocks(html.replace('TEXT', 'We will build homes.'))).toContain(
			'paragraph: We will build homes.',
		)
	})

	it('excludes form fields from the surrounding text', () => {
		const page = `<form><h1>Our plan</h1><p>We will build homes.</p><label>Your name</label><input><button>Send</button></form>`
		expect(blocks(page).map((each) => each.split(':')[0])).toEqual([
			'heading',
			'paragraph',
			'other',
			'other',
		])
	})

	it.each([
		['<p>600 homes a year<sup>1</sup>.</p>', '600 homes a year.'],
		['<p>A year<sup><a href="#fn2">2, 3</a></sup> and more.</p>', 'A year and more.'],
		['<p>By 2030<sup>4</sup> and later.</p>', 'By 2030 and later.'],
		['<p>A year<a href="#_ftn1">[1]</a> and more.</p>', 'A year and more.'],
		['<p>A year<sup>*</sup> and more.</p>', 'A year and more.'],
		['<p>A year¹ and more.²</p>', 'A year and more.'],
		['<p>40 km<sup>2</sup> of land, 10<sup>6</sup> trees</p>', '40 km² of land, 10⁶ trees'],
		['<p>The 21<sup>st</sup> century, CO<sub>2</sub>, 5 m²</p>', 'The 21st century, CO2, 5 m²'],
	])('omits note references: %s', (html, text) => {
		expect(source(html).text).toBe(text)
	})

	it.each([
		['hidden', '<noscript>Please run scripts</noscript>', 'Please run scripts'],
		['hidden', '<p class="sr-only">Skip to content</p><script>let a</script>', 'Skip to content'],
		['hidden', '<svg><title>A map</title><text>Homes</text></svg>', 'A mapHomes'],
		['hidden', '<select><option>Ohio<option>Iowa</select>', 'Ohio Iowa'],
		['hidden', '<math><mi>x</mi></math>', 'x'],
		['hidden', '<p>\u202eturned\u202c</p>', 'turned'],
		['hidden', '<ruby>京<rp>(</rp><rt>kyo</rt></ruby>', '(kyo'],
		['repeated', '<p class="hidden">We will keep the park.</p>', 'We will keep the park.'],
		['mark', '<p>A year<sup>12</sup></p>', '12'],
		['mark', '<p>A year¹²</p>', '¹²'],
		['mark', '<p style="display:none">A year<sup>12</sup></p>', '12'],
	])('counts text that is left out as %s: %s', (reason, html, text) => {
		const { leftOut } = readHtml(`<p>We will keep the park.</p>${html}`)
		expect(new Set(leftOut.map((each) => each.reason))).toEqual(new Set([reason]))
		expect(leftOut.map((each) => each.text).join(' ')).toBe(text)
	})

	it('marks a table of contents as other text', () => {
		expect(blocks('<p>Build homes ........ 3</p><p>Cap rents . . . . . 5</p>')).toEqual([
			'other: Build homes ........ 3',
			'other: Cap rents . . . . . 5',
		])
	})

	it('decodes entities and removes invisible characters', () => {
		expect(source('<p>Caf&eacute;s &amp; of\u200bfi\u00adces: e&#64259;cient</p>').text).toBe(
			'Cafés & offices: efficient',
		)
	})

	it.each<[string, string, SourceFailureKind]>([
		['deep nesting', '<div>'.repeat(300_000), 'too-deep'],
		['too many characters', `<p>${'x'.repeat(5 * 1024 * 1024)}</p>`, 'too-large'],
		['too many pieces', '<p>a</p>'.repeat(30_000), 'too-large'],
	])('fails clearly for %s', (_, html, kind) => {
		expect(() => readHtml(html)).toThrow(new SourceError(kind))
	})

	it.each([
		['unclosed tags', '<p'.repeat(500_000)],
		['only end tags', '</div>'.repeat(500_000)],
		['an unclosed attribute', `<p title="${'a'.repeat(2_000_000)}`],
		[
			'many attributes',
			`<p ${Array.from({ length: 100_000 }, (_, n) => `a${n}=1`).join(' ')}>x</p>`,
		],
		['unclosed entities', '&a'.repeat(500_000)],
		['an unclosed comment', `<!--${'-'.repeat(1_000_000)}`],
		['scripts', '<script></script>'.repeat(200_000)],
		['scripts with comments', `<script>${'<!-- -->'.repeat(300_000)}<script></script>`],
		['unclosed comments in a style sheet', `<style>${'/*'.repeat(1_000_000)}`],
		['unclosed rules', `<style>${'.a{'.repeat(1_000_000)}`],
		['a rule with many selectors', `<style>${'.a,'.repeat(1_000_000)}{display:none}</style>`],
		['comments in a style', `<p style="${'/*'.repeat(1_000_000)}">x</p>`],
		['a long transformation', `<p style="transform:${'translate('.repeat(200_000)}">x</p>`],
		[
			'many elements with many rules',
			`<style>${Array.from({ length: 3000 }, (_, n) => `.a${n}{color:red;left:${n}px}`).join('')}</style>${'<b class="a1 a2 a3 a4 a5" style="color:red">'.concat('</b>').repeat(60_000)}`,
		],
		[
			'many elements with one rule repeated',
			`<style>${'b{top:0}'.repeat(100_000)}</style>${Array.from({ length: 60_000 }, (_, n) => `<b class=a${n}></b>`).join('')}`,
		],
		['dots', `<p>${'.'.repeat(900_000)}</p><p>${' .'.repeat(400_000)}</p>`],
		['broken tables', '<table><tr><td>'.repeat(80)],
	])('terminates for %s', (_, html) => {
		expect(readHtml(`<p>We will keep the park.</p>${html}`)).toBeDefined()
	})
})

describe('reading plain text', () => {
	it('normalizes control characters, ligatures, and spaced letters', () => {
		const { source } = readText(
			'\ufeffO U R  P L A N S\r\n\r\nEﬃcient\u0000homes. V O T E S count\r',
		)
		expect(source.text).toBe('O U R  PLANS\n\nEfficient homes. VOTES count')
	})

	it('refuses a too long text', () => {
		expect(() => readText('x'.repeat(3_000_000))).toThrow(new SourceError('too-large'))
	})
})
