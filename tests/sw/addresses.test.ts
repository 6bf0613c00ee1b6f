import { describe, expect, it } from 'vitest'
import { isLogo, isPage } from '#sw/addresses.ts'

describe('a navigation', () => {
	it.each(['/', '/elections', '/elections/7/quizzes', '/quiz/3f', '/results/', '/apiary'])(
		'to %s gets the app, so that it opens without a connection',
		(path) => expect(isPage(path)).toBe(true),
	)

	it.each(['/api', '/api/openapi.json', '/api/health', '/robots.txt', '/icons/any-192.png'])(
		'to %s goes to the server, because it is no page of the app',
		(path) => expect(isPage(path)).toBe(false),
	)
})

describe('a logo', () => {
	const here = 'https://evenhand.example'
	const asks = (address: string, destination: RequestDestination = 'image', method = 'GET') =>
		isLogo({ method, destination }, new URL(address), here)

	it('is a picture from anywhere, because candidates keep theirs where they like', () => {
		expect(asks('https://party.example/logo.png')).toBe(true)
		expect(asks(`${here}/uploads/7`)).toBe(true)
	})

	it('is one that was uploaded too, so that a saved election has it without a connection', () => {
		expect(asks(`${here}/api/logos/0a1b.webp`)).toBe(true)
		expect(asks(`${here}/api/logos`)).toBe(false)
	})

	it('is no reply of the API, whose data are kept in one place only', () => {
		expect(asks(`${here}/api/candidates/7/logo`)).toBe(false)
		expect(asks('https://party.example/api/logo')).toBe(true)
	})

	it('is nothing that is written, and no other kind of file', () => {
		expect(asks('https://party.example/logo', 'image', 'POST')).toBe(false)
		expect(asks('https://party.example/code.js', 'script')).toBe(false)
		expect(asks('https://party.example/data', '')).toBe(false)
	})
})
