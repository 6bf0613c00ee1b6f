import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from 'playwright'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { findChromium } from '#tests/support/chromium.ts'

describe('findChromium', () => {
	let folder: string
	const fake = async (name: string): Promise<string> => {
		const path = join(folder, name)
		await writeFile(path, '#!/bin/sh\n')
		await chmod(path, 0o755)
		return path
	}

	beforeEach(async () => {
		folder = await mkdtemp(join(tmpdir(), 'chromium-'))
		vi.stubEnv('PATH', folder)
		vi.stubEnv('CHROMIUM_PATH', undefined)
		vi.spyOn(chromium, 'executablePath').mockReturnValue(join(folder, 'own'))
	})
	afterEach(async () => {
		vi.unstubAllEnvs()
		await rm(folder, { recursive: true })
	})

	it('prefers CHROMIUM_PATH to other browsers', async () => {
		await fake('own')
		await fake('chromium')
		vi.stubEnv('CHROMIUM_PATH', await fake('named'))
		expect(findChromium().executablePath).toBe(join(folder, 'named'))
	})

	it('throws when CHROMIUM_PATH names no file', () => {
		vi.stubEnv('CHROMIUM_PATH', join(folder, 'missing'))
		expect(findChromium).toThrow('CHROMIUM_PATH names no file')
	})

	it('prefers Playwright’s own browser to the system’s', async () => {
		await fake('own')
		await fake('chromium')
		expect(findChromium().executablePath).toBeUndefined()
	})

	it('uses the system’s browser if Playwright has none', async () => {
		const system = await fake('google-chrome')
		expect(findChromium().executablePath).toBe(system)
	})

	it('returns the headless shell only when it suffices', async () => {
		const whole = await fake('chromium')
		expect(findChromium('shell').executablePath).toBe(whole)
		const shell = await fake('chromium-headless-shell')
		expect(findChromium('shell').executablePath).toBe(shell)
		expect(findChromium().executablePath).toBe(whole)
	})

	it('throws with instructions when no browser can be installed', () => {
		// The path contains no installer, so every installation fails.
		expect(findChromium).toThrow(/none could be installed[\s\S]*CHROMIUM_PATH/)
	})

	it('uses a browser that an installer has added', async () => {
		const target = join(folder, 'chromium')
		await writeFile(join(folder, 'npx'), `#!/bin/sh\n: > '${target}'\n`)
		await chmod(join(folder, 'npx'), 0o755)
		expect(findChromium().executablePath).toBe(target)
	})

	// Only the last --disable-features argument counts.
	it('disables every feature that Playwright disables', async () => {
		const executablePath = await fake('chromium')
		const log = join(folder, 'said')
		await writeFile(executablePath, `#!/bin/sh\necho "$@" > '${log}'\n`)
		const { args } = findChromium()
		await expect(chromium.launch({ executablePath, args })).rejects.toThrow()
		const [own = '', ours = '', ...more] = (await readFile(log, 'utf8'))
			.split(' ')
			.filter((arg) => arg.startsWith('--disable-features='))
			.map((arg) => arg.slice('--disable-features='.length))
		expect(more).toEqual([])
		expect(own.split(',').filter((feature) => !ours.split(',').includes(feature))).toEqual([])
	})
})
