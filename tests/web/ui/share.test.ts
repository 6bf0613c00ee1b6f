import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { share } from '#web/ui/share.ts'

const done: string[] = []
// A download is a link that is clicked.
beforeEach(() => {
	vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => void done.push('saved'))
})
afterEach(() => {
	done.length = 0
	vi.unstubAllGlobals()
})

const browser = (own: object) =>
	vi.stubGlobal('navigator', {
		clipboard: {
			writeText: async () => void done.push('copied'),
		},
		...own,
	})

const content = {
	title: 'Evenhand',
	text: 'Results',
	picture: async () => {
		done.push('drawn')
		return new File([], 'results.png', { type: 'image/png' })
	},
}

it('copies the text within the press, before the picture is drawn', async () => {
	browser({})
	const passing = share(content)
	expect(done).toEqual(['copied', 'drawn'])
	expect(await passing).toBe('copied')
	expect(done).toEqual(['copied', 'drawn', 'saved'])
})

it('says that only the picture is saved where the clipboard refuses the text', async () => {
	browser({ clipboard: { writeText: () => Promise.reject(new Error('no')) } })
	expect(await share(content)).toBe('saved')
	expect(await share({ ...content, picture: null })).toBe('failed')
})

it('hands text and picture to the share sheet, and copies nothing', async () => {
	const sheet = vi.fn(async () => undefined)
	browser({ canShare: () => true, share: sheet })
	expect(await share(content)).toBe('shared')
	expect(sheet).toHaveBeenCalledWith(
		expect.objectContaining({ text: 'Results', files: [expect.any(File)] }),
	)
	expect(done).toEqual(['drawn'])
})

it('copies the text where the share sheet fails, and does nothing where it was closed', async () => {
	const sheet = vi.fn().mockRejectedValueOnce(new Error('no target'))
	sheet.mockRejectedValueOnce(new DOMException('closed', 'AbortError'))
	browser({ canShare: () => true, share: sheet })
	expect(await share({ ...content, picture: null })).toBe('copied')
	expect(await share({ ...content, picture: null })).toBe('cancelled')
	expect(done).toEqual(['copied'])
})
