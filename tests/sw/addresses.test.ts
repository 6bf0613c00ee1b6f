import { describe, expect, it } from 'vitest'
import { isLogo, isPage } from '#sw/addresses.ts'

describe('navigation', () => {
	it.each(['/', '/elections', '/elections/7/quizzes', '/quiz/3f', '/results/', '/apiary'])(
		'serves the app for %s',
		(path) => expect(isPage(path)).toBe(true),
	)

	it.each(['/api', '/api/openapi.json', '/api/health', '/robots.txt', '/icons/any-192.png'])(
		'passes %s to the server',
		(path) => expect(isPage(path)).toBe(false),
	)
})

describe('logo request', () => {
	const here = 'https://evenhand.example'
	const asks = (address: string, destination: RequestDestination = 'image', method = 'GET') =>
		isLogo({ method, destination }, new URL(address), here)

	it('matches an image from any origin', () => {
		expect(asks('https://party.example/logo.png')).toBe(true)
		expect(asks(`${here}/uploads/7`)).toBe(true)
	})

	it('matches an uploaded logo', () => {
		expect(asks(`${here}/api/logos/0a1b.webp`)).toBe(true)
		expect(asks(`${here}/api/logos`)).toBe(false)
	})

	it('excludes replies of the API', () => {
		expect(asks(`${here}/api/candidates/7/logo`)).toBe(false)
		expect(asks('https://party.example/api/logo')).toBe(true)
	})

	it('excludes writes and other kinds of files', () => {
		expect(asks('https://party.example/logo', 'image', 'POST')).toBe(false)
		expect(asks('https://party.example/code.js', 'script')).toBe(false)
		expect(asks('https://party.example/data', '')).toBe(false)
	})
})
