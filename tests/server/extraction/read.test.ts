import { describe, expect, it } from 'vitest'
import { extract } from '#domain/extraction/extract.ts'
import type { SourceText } from '#domain/extraction/source.ts'
import { readHtml } from '#server/extraction/read-html.ts'
import { readText } from '#server/extraction/read-text.ts'

const source = (html: string): SourceText => {
	const read = readHtml(html)
	if (!read.ok) throw new Error(read.error)
	return read.value
}
const blocks = (html: string): string[] => {
	const { text, blocks } = source(html)
	return blocks.map(({ kind, start, end }) => `${kind}: ${text.slice(start, end)}`)
}

describe('reading a page', () => {
	it('keeps headings, bullets and paragraphs, in order', () => {
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

	it('marks menus, forms and footers as no text', () => {
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

	it('marks a list of links as a menu wherever it stands', () => {
		expect(blocks('<ul><li><a>Our plan</a></li><li><a>Donate</a></li></ul>')).toEqual([
			'other: Our plan',
			'other: Donate',
		])
	})

	it('reads a page that is one form from top to bottom', () => {
		const rows = Array.from(
			{ length: 30 },
			(_, n) => `<p>We will build ${n} homes in the town.</p>`,
		)
		expect(blocks(`<form>${rows.join('')}</form>`)[0]).toBe(
			'paragraph: We will build 0 homes in the town.',
		)
	})

	it('takes a short bold line for a heading, and lines broken by hand for a list where they have marks', () => {
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
		['a script', '<script>We will sell it.</script>'],
		['a style', '<style>We will sell it.</style>'],
		['a hidden element', '<div hidden>We will sell it.</div>'],
		['an element without display', '<p style="color:red; display : none">We will sell it.</p>'],
		['text for no eyes', '<p style="font-size:0">We will sell it.</p>'],
		['a comment', '<!-- We will sell it. -->'],
		['a template', '<template><p>We will sell it.</p></template>'],
		['an attribute', '<img alt="We will sell it.">'],
		['a title', '<head><title>We will sell it.</title></head>'],
	])('does not read %s', (_, hidden) => {
		expect(source(`<p>We will keep the park.</p>${hidden}`).text).toBe('We will keep the park.')
	})

	it('reads entities, and takes out what only hides text', () => {
		expect(source('<p>Caf&eacute;s &amp; of\u200bfi\u00adces: e&#64259;cient</p>').text).toBe(
			'Cafés & offices: efficient',
		)
	})

	it('gives places that hold to the letter in the text that it stores', async () => {
		const page = source(
			'<h1>Plan</h1><ul><li>Build 600 council homes</li><li>“Cap rents” in every town</li></ul>',
		)
		const outcome = await extract(page)
		if (!outcome.ok) throw new Error(outcome.error)
		expect(outcome.value.proposals).toHaveLength(2)
		for (const { quote, start, end } of outcome.value.proposals)
			expect(page.text.slice(start, end)).toBe(quote)
	})

	it.each([
		['deep nesting', '<div>'.repeat(300_000), 'too-deep'],
		['too many characters', `<p>${'x'.repeat(5 * 1024 * 1024)}</p>`, 'too-large'],
		['too many pieces', '<p>a</p>'.repeat(30_000), 'too-large'],
		['nothing', '<p> </p>', 'empty'],
	])('ends in a clear error with %s', (_, html, error) => {
		expect(readHtml(html)).toEqual({ ok: false, error })
	})

	it.each([
		['tags that are not closed', '<p'.repeat(500_000)],
		['end tags alone', '</div>'.repeat(500_000)],
		['an attribute without an end', `<p title="${'a'.repeat(2_000_000)}`],
		[
			'many attributes',
			`<p ${Array.from({ length: 100_000 }, (_, n) => `a${n}=1`).join(' ')}>x</p>`,
		],
		['entities without an end', '&a'.repeat(500_000)],
		['a comment without an end', `<!--${'-'.repeat(1_000_000)}`],
		['scripts', '<script></script>'.repeat(200_000)],
		['scripts with comments', `<script>${'<!-- -->'.repeat(300_000)}<script></script>`],
		['comments in a sheet that are not ended', `<style>${'/*'.repeat(1_000_000)}`],
		['rules without an end', `<style>${'.a{'.repeat(1_000_000)}`],
		['a rule of many selectors', `<style>${'.a,'.repeat(1_000_000)}{display:none}</style>`],
		['comments in a style', `<p style="${'/*'.repeat(1_000_000)}">x</p>`],
		['a long transformation', `<p style="transform:${'translate('.repeat(200_000)}">x</p>`],
		[
			'many elements with many rules',
			`<style>${Array.from({ length: 3000 }, (_, n) => `.a${n}{color:red;left:${n}px}`).join('')}</style>${'<b class="a1 a2 a3 a4 a5" style="color:red">'.concat('</b>').repeat(60_000)}`,
		],
		['broken tables', '<table><tr><td>'.repeat(80)],
	])('comes to an end with %s', (_, html) => {
		expect(readHtml(`<p>We will keep the park.</p>${html}`)).toBeDefined()
	})
})

describe('reading a plain text', () => {
	it('stores it without what a file or a poster puts into it', () => {
		const read = readText('\ufeffO U R  P L A N S\r\n\r\nEﬃcient\u0000homes. V O T E S count\r')
		expect(read.ok && read.value.text).toBe('O U R  PLANS\n\nEfficient homes. VOTES count')
	})

	it('refuses an empty one and one that is too long', () => {
		expect(readText(' \n\u200b')).toEqual({ ok: false, error: 'empty' })
		expect(readText('x'.repeat(3_000_000))).toEqual({ ok: false, error: 'too-large' })
	})
})
