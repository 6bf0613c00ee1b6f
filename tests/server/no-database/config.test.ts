import { describe, expect, it } from 'vitest'
import { readConfig } from '#server/config.ts'

describe('configuration', () => {
	it('has a default for every variable', () => {
		expect(readConfig({})).toEqual({
			PORT: 3000,
			DATABASE_POOL: 10,
			DATA_DIR: '.data',
			ADMIN_USERNAME: 'admin',
			ADMIN_EMAIL: 'admin@evenhand.invalid',
			SAMPLE_DATA: 'sample',
			TRUST_PROXY: false,
			PUBLIC_URL: 'http://localhost:3000',
			LOG_REQUESTS: false,
			MAIL_FROM: 'Evenhand <no-reply@localhost>',
			METRICS_HOST: '127.0.0.1',
			EXTRACTION_ALLOW_HOSTS: [],
		})
	})

	it('parses allowed extraction hosts as exact host and port pairs', () => {
		const { EXTRACTION_ALLOW_HOSTS } = readConfig({
			EXTRACTION_ALLOW_HOSTS: 'Intranet.example:8080, [::1]:80,',
		})
		expect(EXTRACTION_ALLOW_HOSTS).toEqual(['intranet.example:8080', '[::1]:80'])
		for (const bad of ['intranet', 'http://intranet:80', '*:80', 'a:b', '10.0.0.0/8:80']) {
			expect(() => readConfig({ EXTRACTION_ALLOW_HOSTS: bad })).toThrow('EXTRACTION_ALLOW_HOSTS')
		}
	})

	it('accepts a time zone name and refuses others by variable', () => {
		expect(readConfig({ TIME_ZONE: 'America/New_York' }).TIME_ZONE).toBe('America/New_York')
		for (const bad of ['Springfield', 'EST5EDT4', '+02:00', 'America/']) {
			expect(() => readConfig({ TIME_ZONE: bad })).toThrow(
				'TIME_ZONE must be the name of a time zone, such as America/New_York',
			)
		}
	})

	it('requires URL and name of a language model and never repeats its key', () => {
		const url = { EXTRACTION_LLM_URL: 'https://models.example/v1' }
		expect(readConfig({ ...url, EXTRACTION_LLM_MODEL: 'small' })).toMatchObject(url)
		expect(() => readConfig(url)).toThrow('EXTRACTION_LLM_MODEL')
		expect(() => readConfig({ EXTRACTION_LLM_MODEL: 'small' })).toThrow('EXTRACTION_LLM_MODEL')
		const bad = { EXTRACTION_LLM_URL: 'models.example', EXTRACTION_LLM_KEY: 'sk-1234' }
		expect(() => readConfig(bad)).toThrow(/^(?!.*sk-1234).*EXTRACTION_LLM_URL/)
	})

	// Any client can send the header.
	it('trusts a proxy only if configured', () => {
		expect(readConfig({ TRUST_PROXY: '1' }).TRUST_PROXY).toBe(true)
		expect(readConfig({ TRUST_PROXY: '0' }).TRUST_PROXY).toBe(false)
	})

	it('reads given variables and treats empty ones as missing', () => {
		const env = { PORT: '0', HOST: '127.0.0.1', DATABASE_URL: '', SAMPLE_DATA: 'none', HOME: '/x' }
		expect(readConfig(env)).toMatchObject({ PORT: 0, HOST: '127.0.0.1', SAMPLE_DATA: 'none' })
		expect(readConfig(env)).not.toHaveProperty('DATABASE_URL')
	})

	it('derives the mail sender from the public host by default', () => {
		const PUBLIC_URL = 'https://vote.example.org:8443/'
		expect(readConfig({ PUBLIC_URL })).toMatchObject({
			PUBLIC_URL: 'https://vote.example.org:8443',
			MAIL_FROM: 'Evenhand <no-reply@vote.example.org>',
		})
		for (const MAIL_FROM of ['votes@example.org', 'The Board <votes@example.org>']) {
			expect(readConfig({ PUBLIC_URL, MAIL_FROM }).MAIL_FROM).toBe(MAIL_FROM)
		}
		expect(readConfig({ PORT: '8080' }).PUBLIC_URL).toBe('http://localhost:8080')
	})

	it('accepts SMTP with and without TLS', () => {
		for (const SMTP_URL of ['smtp://127.0.0.1:25', 'smtps://user:secret@mail.example.org']) {
			expect(readConfig({ SMTP_URL }).SMTP_URL).toBe(SMTP_URL)
		}
	})

	it.each([
		['PORT', '65536'],
		['PORT', 'http'],
		['PORT', '-1'],
		['DATABASE_URL', 'mysql://host'],
		['ADMIN_USERNAME', 'ab'],
		['ADMIN_EMAIL', 'nobody'],
		['ADMIN_PASSWORD', '12345'],
		['SAMPLE_DATA', 'all'],
		['JWT_SECRET', 'too short'],
		['TRUST_PROXY', 'yes'],
		['PUBLIC_URL', 'vote.example.org'],
		['PUBLIC_URL', 'ftp://vote.example.org'],
		['PUBLIC_URL', 'https://vote.example.org/app'],
		['PUBLIC_URL', 'https://vote.example.org/?a=b'],
		['PUBLIC_URL', 'https://me:secret@vote.example.org'],
		['SMTP_URL', 'mail.example.org'],
		['SMTP_URL', 'https://mail.example.org'],
		['SMTP_URL', 'smtp://:25'],
		['SMTP_URL', 'smtp://host:port'],
		['MAIL_FROM', 'The Board'],
		['MAIL_FROM', 'The Board <votes@example.org>\nBcc: all@example.org'],
	])('names %s when its value is bad (%s) and never repeats the value', (name, value) => {
		const read = () => readConfig({ [name]: value })
		expect(read).toThrow(new RegExp(`^Bad configuration: ${name} must`))
		expect(read).not.toThrow(value)
	})

	it('names every bad variable at once', () => {
		expect(() => readConfig({ PORT: 'x', SAMPLE_DATA: 'x' })).toThrow(/PORT .*; SAMPLE_DATA /)
	})
})
