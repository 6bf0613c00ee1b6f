import { describe, expect, it } from 'vitest'
import { IMPORT_MAX_BYTES } from '#domain/limits.ts'
import { limitProblem, readFiles, withFiles } from '#web/features/admin/import-export/use-import.ts'

const chosen = (name: string, text = '') => ({ name, text, bytes: text.length })

describe('import files', () => {
	it('are added, replacing files of the same name', () => {
		const before = [chosen('a.csv', 'old'), chosen('b.csv')]
		const after = withFiles(before, [chosen('a.csv', 'new'), chosen('c.csv')])
		expect(after.map(({ name, text }) => [name, text])).toEqual([
			['b.csv', ''],
			['a.csv', 'new'],
			['c.csv', ''],
		])
	})

	it('are read as UTF-8 without the byte order mark', async () => {
		const bytes = new Uint8Array([0xef, 0xbb, 0xbf, ...new TextEncoder().encode('Hlubučková')])
		const { files, problems } = await readFiles([new File([bytes], 'ok.csv')])
		expect(files).toEqual([{ name: 'ok.csv', text: 'Hlubučková', bytes: bytes.length }])
		expect(problems).toEqual([])
	})

	it('are rejected in other encodings', async () => {
		const latin = new Uint8Array([0x48, 0xe1, 0x6a, 0x65, 0x6b])
		const { files, problems } = await readFiles([new File([latin], 'old.csv')])
		expect(files).toEqual([])
		expect(problems).toEqual([expect.stringContaining('“old.csv” is not in UTF-8')])
	})

	it("are limited to 20 files and the server's byte limit", () => {
		const many = Array.from({ length: 21 }, (_, index) => chosen(`${index}.csv`))
		expect(limitProblem(many)).toBe('You can import at most 20 files at a time.')
		expect(limitProblem(many.slice(1))).toBeNull()
		// JSON escapes each quote as two bytes.
		const large = '"'.repeat(IMPORT_MAX_BYTES / 2)
		expect(limitProblem([chosen('large.csv', large)])).toMatch(/at most 16.0 MB/)
	})
})
