import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'

interface Locked {
	readonly version?: string
	readonly integrity?: string
	readonly link?: boolean
	readonly optional?: boolean
	readonly os?: readonly string[]
	readonly cpu?: readonly string[]
	readonly libc?: readonly string[]
	readonly hasInstallScript?: boolean
}

const root = resolve(import.meta.dirname, '../..')
const readJson = async (name: string) => JSON.parse(await readFile(resolve(root, name), 'utf8'))

/** Packages with install scripts, which operators may skip (`npm ci --ignore-scripts`). */
const RUNNING = ['esbuild', 'fsevents']

let locked: [string, Locked][]
beforeAll(async () => {
	const { packages } = (await readJson('package-lock.json')) as {
		packages: Record<string, Locked>
	}
	locked = Object.entries(packages).filter(([name]) => name !== '')
	expect(locked.length).toBeGreaterThan(200)
})

describe('packages', () => {
	it('have integrity hashes for Linux servers', () => {
		const isOurs = ({ os = ['linux'], cpu = ['x64'], libc = ['glibc'] }: Locked): boolean =>
			os.includes('linux') && cpu.includes('x64') && libc.includes('glibc')
		const forOthers = (each: Locked) => each.optional === true && !isOurs(each)
		const loose = locked.filter(
			([, each]) => !(/^sha512-/.test(each.integrity ?? '') || forOthers(each)),
		)
		expect(loose.map(([name]) => name)).toEqual([])
	})

	it('have exact versions from a registry', async () => {
		const { dependencies, devDependencies } = await readJson('package.json')
		const asked = Object.entries<string>({ ...dependencies, ...devDependencies })
		// Type-only packages.
		const typed = ['@types/node']
		const running = asked.filter(([name]) => !typed.includes(name))
		expect(running.filter(([, version]) => !/^\d+\.\d+\.\d+$/.test(version))).toEqual([])
		expect(locked.filter(([, { link }]) => link)).toEqual([])
	})

	it('run only known install scripts', () => {
		const running = locked.filter(([, { hasInstallScript }]) => hasInstallScript)
		const names = running.map(([path]) => path.slice(path.lastIndexOf('node_modules/') + 13))
		expect(names.filter((name) => !RUNNING.includes(name))).toEqual([])
	})

	it('are never installed by an npm script without the lock', async () => {
		const { scripts } = await readJson('package.json')
		const installing = Object.values<string>(scripts).filter((each) =>
			/npm (?:i|install)\b/.test(each),
		)
		expect(installing).toEqual([])
	})
})
