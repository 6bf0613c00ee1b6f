import { describe, expect, it } from 'vitest'
import { chunksWith, entryKeys, filesFor, type Manifest, ringsIn } from '#tests/support/bundle.ts'

const login = 'routes/_nav/login.tsx?tsr-split=component'
const manifest: Manifest = {
	'index.html': { file: 'main.js', isEntry: true, imports: ['_shared.js'], css: ['main.css'] },
	'_shared.js': { file: 'shared.js', imports: ['_ring.js'] },
	'_ring.js': { file: 'ring.js', imports: ['_shared.js'] },
	'_form.js': { file: 'form.js', imports: ['_shared.js'], css: ['form.css'] },
	[login]: { file: 'login.js', imports: ['index.html', '_form.js'] },
	'routes/_nav.tsx?tsr-split=component': { file: 'nav.js' },
	'routes/_nav/login.help.tsx?tsr-split=component': { file: 'help.js' },
	'routes/quiz.tsx?tsr-split=component': { file: 'quiz.js' },
}

describe('filesFor', () => {
	it('returns all transitive imports and CSS once, despite import cycles', () => {
		expect(filesFor(manifest, ['index.html', login]).toSorted()).toEqual([
			'form.css',
			'form.js',
			'login.js',
			'main.css',
			'main.js',
			'ring.js',
			'shared.js',
		])
	})

	it('excludes files that only another page needs', () => {
		expect(filesFor(manifest, entryKeys(manifest))).not.toContain('form.js')
	})

	it('throws for a key missing from the manifest', () => {
		expect(() => filesFor(manifest, ['routes/gone.tsx'])).toThrow(
			'does not contain routes/gone.tsx',
		)
	})
})

describe('ringsIn', () => {
	it('reports an import cycle once', () => {
		expect(ringsIn(manifest)).toEqual([['_shared.js', '_ring.js']])
	})

	it('ignores two paths to the same file', () => {
		const file = 'a.js'
		expect(
			ringsIn({
				a: { file, imports: ['b', 'c'] },
				b: { file, imports: ['d'] },
				c: { file, imports: ['d'] },
				d: { file },
			}),
		).toEqual([])
	})
})

describe('chunksWith', () => {
	const modules = { 'form.js': ['src/form.tsx'], 'quiz.js': ['src/quiz.tsx', 'src/card.tsx'] }

	it('returns the chunks that hold a module', () => {
		expect(chunksWith(manifest, modules, 'src/card.tsx')).toEqual([
			'routes/quiz.tsx?tsr-split=component',
		])
	})

	it('throws for a module that no chunk holds', () => {
		expect(() => chunksWith(manifest, modules, 'src/gone.tsx')).toThrow(
			'does not contain src/gone.tsx',
		)
	})
})
