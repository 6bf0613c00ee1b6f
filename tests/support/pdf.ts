export interface DrawnLine {
	readonly x: number
	readonly y: number
	readonly size?: number
	readonly bold?: boolean
	readonly text: string
}

const escaped = (text: string): string => text.replace(/[\\()]/g, '\\$&')

/** PDF operators that draw lines. */
export const drawn = (lines: readonly DrawnLine[]): Buffer =>
	Buffer.from(
		lines
			.map(
				({ x, y, size = 11, bold = false, text }) =>
					`BT /${bold ? 'F2' : 'F1'} ${size} Tf 1 0 0 1 ${x} ${y} Tm (${escaped(text)}) Tj ET`,
			)
			.join('\n'),
		'latin1',
	)

/** A page's content stream, with additional dictionary entries of the stream and its page. */
interface Stream {
	readonly entries?: string
	readonly bytes: Buffer
	readonly page?: string
}

const object = (number: number, body: string | Buffer): Buffer =>
	Buffer.concat([
		Buffer.from(`${number} 0 obj\n`),
		typeof body === 'string' ? Buffer.from(body) : body,
		Buffer.from('\nendobj\n'),
	])

const streamBody = ({ entries = '', bytes }: Stream): Buffer =>
	Buffer.concat([
		Buffer.from(`<< /Length ${bytes.length} ${entries} >>\nstream\n`),
		bytes,
		Buffer.from('\nendstream'),
	])

const finished = (objects: readonly Buffer[], trailer: string): Uint8Array => {
	const head = Buffer.from('%PDF-1.7\n')
	let at = head.length
	const places = objects.map((each) => {
		const place = at
		at += each.length
		return `${String(place).padStart(10, '0')} 00000 n \n`
	})
	const size = objects.length + 1
	const table = `xref\n0 ${size}\n0000000000 65535 f \n${places.join('')}trailer\n<< /Size ${size} /Root 1 0 R ${trailer} >>\nstartxref\n${at}\n%%EOF\n`
	return new Uint8Array(Buffer.concat([head, ...objects, Buffer.from(table)]))
}

/**
 * A minimal PDF with one A4 page per stream and two standard fonts.
 * @param trailer additional trailer entries, such as a title or encryption.
 */
export const pdfOf = (pages: readonly Stream[], trailer = ''): Uint8Array => {
	const first = 5
	const kids = pages.map((_, index) => `${first + 2 * index} 0 R`).join(' ')
	const font = (name: string) => `<< /Type /Font /Subtype /Type1 /BaseFont /${name} >>`
	const resources = '<< /Font << /F1 3 0 R /F2 4 0 R >> >>'
	const objects = [
		object(1, '<< /Type /Catalog /Pages 2 0 R >>'),
		object(2, `<< /Type /Pages /Count ${pages.length} /Kids [${kids}] >>`),
		object(3, font('Helvetica')),
		object(4, font('Helvetica-Bold')),
		...pages.flatMap((page, index) => {
			const number = first + 2 * index
			const entries = `/Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources ${resources}`
			return [
				object(number, `<< ${entries} ${page.page ?? ''} /Contents ${number + 1} 0 R >>`),
				object(number + 1, streamBody(page)),
			]
		}),
	]
	return finished(objects, trailer)
}
