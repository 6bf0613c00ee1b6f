import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'

// What is installed is what was looked at: to the byte, and without programs that run while it is.

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

/** Those that run a program when they are installed; the operator may as well forbid it (`npm ci --ignore-scripts`). */
const RUNNING = ['esbuild', 'fsevents']

let locked: [string, Locked][]
beforeAll(async () => {
	const { packages } = (await readJson('package-lock.json')) as {
		packages: Record<string, Locked>
	}
	locked = Object.entries(packages).filter(([name]) => name !== '')
	expect(locked.length).toBeGreaterThan(200)
})

describe('the packages', () => {
	it('are pinned to their bytes, each that a server on Linux installs', () => {
		const isOurs = ({ os = ['linux'], cpu = ['x64'], libc = ['glibc'] }: Locked): boolean =>
			os.includes('linux') && cpu.includes('x64') && libc.includes('glibc')
		const forOthers = (each: Locked) => each.optional === true && !isOurs(each)
		const loose = locked.filter(
			([, each]) => !(/^sha512-/.test(each.integrity ?? '') || forOthers(each)),
		)
		expect(loose.map(([name]) => name)).toEqual([])
	})

	it('are asked for by exact versions, from a registry and from nowhere else', async () => {
		const { dependencies, devDependencies } = await readJson('package.json')
		const asked = Object.entries<string>({ ...dependencies, ...devDependencies })
		// Types alone, which no program runs.
		const typed = ['@types/node']
		const running = asked.filter(([name]) => !typed.includes(name))
		expect(running.filter(([, version]) => !/^\d+\.\d+\.\d+$/.test(version))).toEqual([])
		expect(locked.filter(([, { link }]) => link)).toEqual([])
	})

	it('run no program while they are installed, but for those that are known', () => {
		const running = locked.filter(([, { hasInstallScript }]) => hasInstallScript)
		const names = running.map(([path]) => path.slice(path.lastIndexOf('node_modules/') + 13))
		expect(names.filter((name) => !RUNNING.includes(name))).toEqual([])
	})

	it('are installed from the lock alone by every script that installs', async () => {
		const { scripts } = await readJson('package.json')
		const installing = Object.values<string>(scripts).filter((each) =>
			/npm (?:i|install)\b/.test(each),
		)
		expect(installing).toEqual([])
	})
})
