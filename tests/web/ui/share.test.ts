import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { share } from '#web/ui/share.ts'

const done: string[] = []
// The app downloads a file by clicking a link.
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

it('copies the text during the press, before drawing the picture', async () => {
	browser({})
	const passing = share(content)
	expect(done).toEqual(['copied', 'drawn'])
	expect(await passing).toBe('copied')
	expect(done).toEqual(['copied', 'drawn', 'saved'])
})

it('falls back to the picture if the clipboard fails', async () => {
	browser({ clipboard: { writeText: () => Promise.reject(new Error('no')) } })
	expect(await share(content)).toBe('saved')
	expect(await share({ ...content, picture: null })).toBe('failed')
})

it('passes text and picture to the share sheet', async () => {
	const sheet = vi.fn(async () => undefined)
	browser({ canShare: () => true, share: sheet })
	expect(await share(content)).toBe('shared')
	expect(sheet).toHaveBeenCalledWith(
		expect.objectContaining({ text: 'Results', files: [expect.any(File)] }),
	)
	expect(done).toEqual(['drawn'])
})

it('copies the text if the share sheet fails, unless cancelled', async () => {
	const sheet = vi.fn().mockRejectedValueOnce(new Error('no target'))
	sheet.mockRejectedValueOnce(new DOMException('closed', 'AbortError'))
	browser({ canShare: () => true, share: sheet })
	expect(await share({ ...content, picture: null })).toBe('copied')
	expect(await share({ ...content, picture: null })).toBe('cancelled')
	expect(done).toEqual(['copied'])
})
