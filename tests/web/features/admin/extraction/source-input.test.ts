import { describe, expect, it } from 'vitest'
import {
	NO_SOURCE,
	readSourceFile,
	sourceBody,
	sourceProblem,
} from '#web/features/admin/extraction/source-form-model.ts'
import { canGoTo, STEPS } from '#web/features/admin/extraction/steps.ts'
import { commandOf } from '#web/features/admin/extraction/use-review.ts'

const words = (count: number): string => Array.from({ length: count }, () => 'word').join(' ')

describe('extraction source', () => {
	it('requires a valid web URL', () => {
		const problem = (url: string) => sourceProblem({ ...NO_SOURCE, url })
		for (const url of [
			'',
			'candidate.example',
			'https://',
			'javascript:alert(1)',
			'ftp://a.example',
		]) {
			expect(problem(url), url).toBe('Please enter a valid URL')
		}
		expect(problem(' https://candidate.example/plan ')).toBeNull()
	})

	it('requires at least 50 words of text', () => {
		const problem = (text: string) => sourceProblem({ ...NO_SOURCE, kind: 'TEXT', text })
		expect(problem(words(49))).toBe('Please provide more content (at least 50 words)')
		expect(problem(words(50))).toBeNull()
	})

	it('requires a file again after a reload', () => {
		const file = { name: 'plan.pdf', bytes: 9, base64: null }
		expect(sourceProblem({ ...NO_SOURCE, kind: 'FILE', file })).toContain('“plan.pdf” again')
		expect(sourceProblem({ ...NO_SOURCE, kind: 'FILE' })).toBe('Please choose a file')
	})

	it('sends only the input of the selected kind', () => {
		const typed = { ...NO_SOURCE, url: ' https://a.example ', text: 'text' }
		expect(sourceBody(typed)).toEqual({ kind: 'URL', source: 'https://a.example', fileName: null })
		expect(sourceBody({ ...typed, kind: 'TEXT' }).source).toBe('text')
	})

	it('rejects files of the wrong type, empty, or too large', async () => {
		const file = (name: string, size: number) => new File([new Uint8Array(size)], name)
		expect(await readSourceFile(file('plan.exe', 9))).toContain('choose a .txt')
		expect(await readSourceFile(file('plan.PDF', 0))).toBe('This file is empty.')
		expect(await readSourceFile(file('plan.txt', 5 * 1024 * 1024 + 1))).toContain('at most 5.0 MB')
	})
})

describe('wizard steps', () => {
	const now = { hasCandidate: true, hasRun: true, hasPolicies: false, isSaved: false }
	const open = (step: (typeof STEPS)[number], progress: typeof now) =>
		STEPS.filter((other) => canGoTo(other, step, progress))

	it('allow going back and forward to completed steps', () => {
		expect(open('extract', now)).toEqual(['candidate', 'source'])
		expect(open('candidate', now)).toEqual(['source', 'extract'])
		expect(open('source', { ...now, hasPolicies: true })).toEqual([
			'candidate',
			'extract',
			'review',
		])
	})

	it('do not reopen the review after saving', () => {
		expect(open('complete', { ...now, hasPolicies: true, isSaved: true })).toEqual([
			'candidate',
			'source',
		])
	})
})

describe('review shortcuts', () => {
	const press = (key: string, on: 'detail' | 'field' | 'list' | 'control' | 'page', rest = {}) =>
		commandOf({ key, on, ctrl: false, alt: false, shift: false, ...rest })

	it('are disabled while a field has focus, but for Ctrl+Enter in the open policy', () => {
		for (const on of ['field', 'detail'] as const) {
			for (const key of ['j', 'v', 'Delete', 'Enter', '?', 'u']) expect(press(key, on)).toBeNull()
			expect(press('z', on, { ctrl: true })).toBeNull()
		}
		expect(press('Enter', 'detail', { ctrl: true })).toBe('validate')
		expect(press('Enter', 'field', { ctrl: true })).toBeNull()
	})

	it('ignore case and support Ctrl+Z', () => {
		expect([press('j', 'page'), press('K', 'list'), press('V', 'control')]).toEqual([
			'next',
			'previous',
			'validate',
		])
		expect(press('z', 'page', { ctrl: true })).toBe('undo')
		expect(press('v', 'page', { ctrl: true })).toBeNull()
	})

	it('leave arrows and Enter alone outside the list', () => {
		expect(press('ArrowDown', 'list')).toBe('next')
		expect(press('ArrowDown', 'page')).toBeNull()
		expect(press('Enter', 'list')).toBe('edit')
		expect(press('Enter', 'control')).toBeNull()
	})
})
