import { Parser } from 'htmlparser2'

/** Returns the text of an HTML fragment in one line. Scripts and styles are no text. */
export const plainText = (html: string): string => {
	const parts: string[] = []
	let hidden = 0
	const isHidden = (name: string): boolean => name === 'script' || name === 'style'
	const parser = new Parser({
		ontext(text) {
			if (hidden === 0) parts.push(text)
		},
		onopentagname(name) {
			if (isHidden(name)) hidden++
			if (name === 'br' || name === 'p' || name === 'li' || name === 'div') parts.push(' ')
		},
		onclosetag(name) {
			if (isHidden(name)) hidden--
		},
	})
	parser.end(html)
	return parts.join('').replace(/\s+/g, ' ').trim()
}
