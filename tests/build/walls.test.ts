import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

// Checks the lint and type rules on a copy of their configuration in a temporary folder, with files that keep
// and files that break each rule.

const run = promisify(execFile)
const root = resolve(import.meta.dirname, '../..')
const areas = [
	'src/domain',
	'src/contract',
	'src/http',
	'src/device',
	'src/web',
	'src/server',
	'src/receipt',
	'sw',
]

/** Files that break a lint rule: path, content, and the rule that must report it. */
const forbidden = [
	['src/domain/package.ts', "export * from 'valibot'", 'noReExportAll'],
	['src/domain/library.ts', "export { string } from 'valibot'", 'noRestrictedImports'],
	['src/domain/outer.ts', "export { health } from '#contract/index.ts'", 'noRestrictedImports'],
	['src/domain/escape.ts', "export { health } from '../contract/health.ts'", 'noRestrictedImports'],
	[
		'src/domain/extraction/escape.ts',
		"export { health } from '../../contract/health.ts'",
		'noRestrictedImports',
	],
	['src/domain/extraction/package.ts', "export { x } from 'valibot'", 'noRestrictedImports'],
	['src/domain/node.ts', "export { join } from 'node:path'", 'noRestrictedImports'],
	['src/domain/lazy.ts', "export const lazy = () => import('dexie')", 'noRestrictedImports'],
	['src/domain/type.ts', "export type { Row } from '#contract/row.ts'", 'noRestrictedImports'],
	['src/domain/clock.ts', 'export const now = (): number => Date.now()', 'noRestrictedGlobals'],
	['src/domain/chance.ts', 'export const roll = () => Math.random()', 'noJsRestrictedProperties'],
	['src/contract/client.ts', "export { call } from '#http/call.ts'", 'noRestrictedImports'],
	['src/contract/library.ts', "export { ofetch } from 'ofetch'", 'noRestrictedImports'],
	['src/http/store.ts', "export { db } from '#device/db.ts'", 'noRestrictedImports'],
	['src/http/library.ts', "export { Dexie } from 'dexie'", 'noRestrictedImports'],
	['src/device/view.ts', "export { useState } from 'react'", 'noRestrictedImports'],
	[
		'src/device/hooks.ts',
		"export { useLiveQuery } from 'dexie-react-hooks'",
		'noRestrictedImports',
	],
	['src/device/screen.ts', "export { button } from '#web/ui/button.ts'", 'noRestrictedImports'],
	['src/device/server.ts', "export { open } from '#server/db/open.ts'", 'noRestrictedImports'],
	['src/device/sync/escape.ts', "export { x } from '../../server/x.ts'", 'noRestrictedImports'],
	['src/web/server.ts', "export { open } from '#server/db/open.ts'", 'noRestrictedImports'],
	['src/web/escape.ts', "export { open } from '../server/db/open.ts'", 'noRestrictedImports'],
	['src/web/log.ts', "console.log('left behind')", 'noConsole'],
	['src/web/ui/feature.ts', "export { x } from '#web/features/a/x.ts'", 'noRestrictedImports'],
	['src/web/ui/escape.ts', "export { x } from '../features/a/x.ts'", 'noRestrictedImports'],
	[
		'src/web/features/a/alias.ts',
		"export { x } from '#web/features/b/x.ts'",
		'noRestrictedImports',
	],
	['src/web/features/a/escape.ts', "export { x } from '../b/x.ts'", 'noRestrictedImports'],
	['src/web/features/a/deep/x.ts', "export { x } from '../../b/x.ts'", 'noRestrictedImports'],
	[
		'src/web/features/a/route.ts',
		"export { Route } from '#web/routes/a.tsx'",
		'noRestrictedImports',
	],
	['src/server/web.ts', "export { x } from '#web/x.ts'", 'noRestrictedImports'],
	['src/server/local.ts', "export { db } from '#device/db.ts'", 'noRestrictedImports'],
	['src/server/http.ts', "export { call } from '#http/call.ts'", 'noRestrictedImports'],
	['src/server/services/escape.ts', "export { x } from '../../web/x.ts'", 'noRestrictedImports'],
	['src/receipt/server.ts', "export { x } from '#server/x.ts'", 'noRestrictedImports'],
	['src/receipt/library.ts', "export { string } from 'valibot'", 'noRestrictedImports'],
	['sw/web.ts', "export { x } from '#web/x.ts'", 'noRestrictedImports'],
	['sw/server.ts', "export { x } from '#server/x.ts'", 'noRestrictedImports'],
	['sw/escape.ts', "export { x } from '../src/web/x.ts'", 'noRestrictedImports'],
	['sw/view.ts', "export { useState } from 'react'", 'noRestrictedImports'],
	['sw/log.ts', "console.log('left behind')", 'noConsole'],
	['src/server/cycle-a.ts', "export { b } from './cycle-b.ts'", 'noImportCycles'],
	['src/server/extension.ts', "export { x } from './good'", 'useImportExtensions'],
	['src/server/floating.ts', 'export const f = (p: Promise<void>) => { p }', 'noFloatingPromises'],
	['src/server/any.ts', 'export const x = (y: any): unknown => y', 'noExplicitAny'],
	['src/server/bang.ts', 'export const x = (y?: string): string => y!', 'noNonNullAssertion'],
	['src/server/default.ts', 'export default 1', 'noDefaultExport'],
	['src/server/CamelCase.ts', 'export const x = 1', 'useFilenamingConvention'],
] as const

/** Files that no rule may report. */
const allowed: Readonly<Record<string, string>> = {
	'src/domain/good.ts': "export { x } from './x.ts'\n",
	'src/domain/x.ts': 'export const x = 1\n',
	'src/domain/extraction/good.ts': "export { x } from '../x.ts'\n",
	'src/contract/good.ts': "export { string } from 'valibot'\nexport { x } from '#domain/x.ts'\n",
	'src/http/good.ts':
		"export { ofetch } from 'ofetch'\nexport { string } from '#contract/good.ts'\n",
	'src/device/good.ts': "export { Dexie } from 'dexie'\nexport { ofetch } from '#http/good.ts'\n",
	'src/device/sync/good.ts': "export { Dexie } from '../good.ts'\n",
	'src/web/good.ts': "export { useState } from 'react'\nexport { Dexie } from '#device/good.ts'\n",
	'src/web/ui/good.ts': "export { useState } from 'react'\n",
	'src/web/features/a/good.ts':
		"export { useState } from '#web/ui/good.ts'\nexport { y } from './y.ts'\n",
	'src/web/features/a/y.ts': 'export const y = 1\n',
	'src/web/features/a/deep/good.ts': "export { y } from '../y.ts'\n",
	'src/web/routes/good.ts': "export { y } from '#web/features/a/good.ts'\n",
	'src/server/good.ts': "export { Hono } from 'hono'\nexport { string } from '#contract/good.ts'\n",
	'sw/good.ts':
		"export { registerRoute } from 'workbox-routing'\nexport { Dexie } from '#device/good.ts'\n",
	'src/receipt/good.ts':
		"export { readFile } from 'node:fs/promises'\nexport { string } from '#contract/good.ts'\n",
	'src/server/cycle-b.ts': "export { b } from './cycle-a.ts'\n",
}

/** Files that an area's compiler must refuse, even if lint does not. */
const uncompilable = [
	['src/domain/window.ts', 'export const w = window'],
	['src/domain/timer.ts', 'export const t = setTimeout'],
	['src/contract/fetch.ts', 'export const f = fetch'],
	['src/device/document.ts', 'export const d = document'],
	['src/device/process.ts', 'export const p = process'],
	['src/web/process.ts', 'export const p = process'],
	['src/server/document.ts', 'export const d = document'],
	['src/device/reach.ts', "export { string } from '../server/good.ts'"],
	['src/server/reach.ts', "export { y } from '#web/features/a/y.ts'"],
	['src/receipt/document.ts', 'export const d = document'],
	['src/web/reach.ts', "export { Hono } from '#server/good.ts'"],
	['src/web/worker.ts', "export { registerRoute } from '#sw/good.ts'"],
	['sw/document.ts', 'export const d = document'],
	['sw/process.ts', 'export const p = process'],
	['sw/reach.ts', "export { useState } from '#web/good.ts'"],
] as const

let folder: string
const put = async (path: string, text: string): Promise<void> => {
	await mkdir(dirname(join(folder, path)), { recursive: true })
	await writeFile(join(folder, path), text)
}

const check = async (tool: string, args: readonly string[]): Promise<string> => {
	try {
		return (
			await run(join(root, 'node_modules/.bin', tool), args, { cwd: folder, maxBuffer: 2 ** 24 })
		).stdout
	} catch (error) {
		return (error as { stdout: string }).stdout
	}
}

/** Files of an area that its own compiler refuses; the areas it depends on are already compiled. */
const refusedIn = async (area: string): Promise<string[]> => {
	const output = await check('tsc', ['-p', area, '--pretty', 'false'])
	return [...output.matchAll(/^(\S+?)\(\d+,\d+\): error/gm)]
		.map((match) => match[1] ?? '')
		.filter((path) => path.startsWith(`${area}/`))
}

beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), 'walls-'))
	const configs = ['.biome.json', 'package.json', 'tsconfig.json', '.config']
	const projects = areas.map((area) => `${area}/tsconfig.json`)
	for (const path of [...configs, ...projects]) {
		await cp(join(root, path), join(folder, path), { recursive: true })
	}
	// Link the packages individually, because a linked folder would share the repository's compiler cache.
	await mkdir(join(folder, 'node_modules'))
	for (const name of await readdir(join(root, 'node_modules'))) {
		if (name === '.cache') continue
		await symlink(join(root, 'node_modules', name), join(folder, 'node_modules', name))
	}
	for (const [path, text] of Object.entries(allowed)) await put(path, text)
})

afterAll(() => rm(folder, { recursive: true, force: true }))

describe('lint rules for dependencies', () => {
	let found: Set<string>

	beforeAll(async () => {
		for (const [path, text] of forbidden) await put(path, `${text}\n`)
		const args = ['lint', '--vcs-enabled=false', '--max-diagnostics=none', '--reporter=json', '.']
		const report = JSON.parse(await check('biome', args)) as {
			diagnostics: { category: string; severity: string; location: { path: string } }[]
		}
		found = new Set(
			report.diagnostics
				.filter((each) => each.severity === 'error')
				.map((each) => `${each.location.path} ${each.category.split('/').at(-1)}`),
		)
		for (const [path] of forbidden) await rm(join(folder, path))
	})

	it.each(forbidden)('reports %s for: %s', (path, _, rule) => {
		expect([...found]).toContain(`${path} ${rule}`)
	})

	it('allow the imports that each area needs', () => {
		const good = Object.keys(allowed).filter((path) => !path.includes('cycle'))
		expect([...found].filter((each) => good.includes(each.split(' ')[0] ?? ''))).toEqual([])
	})
})

describe('types of each area', () => {
	let refused: Set<string>

	beforeAll(async () => {
		await rm(join(folder, 'src/server/cycle-b.ts'))
		await check('tsc', ['-b'])
		for (const [path, text] of uncompilable) await put(path, `${text}\n`)
		const found = await Promise.all(areas.map(refusedIn))
		refused = new Set(found.flat())
	})

	it.each(uncompilable)('reject %s at compile time: %s', (path) => {
		expect([...refused]).toContain(path)
	})

	it('accept files that use only their own area', () => {
		const paths = [...refused].toSorted()
		expect(paths).toEqual(uncompilable.map(([path]) => path).toSorted())
	})
})
