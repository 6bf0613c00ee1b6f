import fc from 'fast-check'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { auth, LoginForm, RegisterForm } from '#contract/auth.ts'
import { User } from '#contract/users.ts'
import { preparePassword } from '#domain/text-rules.ts'
import { firstMessages } from '#tests/support/first-messages.ts'

const ann = { id: '7', username: 'ann', email: 'ann@example.org', roles: ['ROLE_USER'] }

describe('user', () => {
	it('parses role names from texts or objects', () => {
		const roles = ['ROLE_USER', { name: 'ROLE_ADMIN', id: 3 }]
		expect(v.parse(User, { ...ann, roles }).roles).toEqual(['ROLE_USER', 'ROLE_ADMIN'])
		expect(v.parse(User, { ...ann, roles: null }).roles).toEqual([])
		expect(v.parse(User, { username: 'ann' })).toEqual({ username: 'ann', email: null, roles: [] })
	})

	it('parses the id from a number or a text', () => {
		expect(v.parse(User, { ...ann, id: 7 })).toEqual(v.parse(User, ann))
	})

	it('refuses a user without a username', () => {
		expect(v.safeParse(User, { id: 7 }).success).toBe(false)
	})
})

describe('sign-in reply', () => {
	const parse = (reply: unknown) => v.safeParse(auth.login.reply, reply)

	it.each(['token', 'accessToken', 'jwt'])('accepts the token as %s', (name) => {
		expect(parse({ [name]: 'abc', user: ann })).toMatchObject({
			success: true,
			output: { token: 'abc', user: ann },
		})
	})

	it('prefers the first non-empty token field', () => {
		const output = (reply: object) => parse({ user: ann, ...reply }).output
		expect(output({ token: 'a', accessToken: 'b', jwt: 'c' })).toMatchObject({ token: 'a' })
		expect(output({ token: null, accessToken: '', jwt: 'c' })).toMatchObject({ token: 'c' })
	})

	it.each([
		['is left out', { token: 'abc', ...ann }],
		['is null', { token: 'abc', user: null, ...ann }],
	])('falls back to its own fields if the user %s', (_, reply) => {
		expect(parse(reply).output).toEqual({ token: 'abc', user: ann })
	})

	it.each([
		['no token', { user: ann }],
		['an empty token', { token: '', user: ann }],
		['no user', { token: 'abc' }],
		['a user without a name', { token: 'abc', user: { id: 1 } }],
		['a text', 'abc'],
		['nothing', undefined],
	])('refuses a sign-in reply with %s', (_, reply) => {
		expect(parse(reply).success).toBe(false)
	})
})

describe('registration reply', () => {
	it('allows token and user to be missing', () => {
		const parse = (reply: unknown) => v.parse(auth.register.reply, reply)
		expect(parse({ accessToken: 'abc', user: ann })).toEqual({ token: 'abc', user: ann })
		expect(parse({ user: ann })).toEqual({ token: null, user: ann })
		expect(parse({ token: 'abc' })).toEqual({ token: 'abc', user: null })
		expect(parse({ message: 'User registered' })).toEqual({ token: null, user: null })
	})
})

describe('sign-in form', () => {
	const good = { username: 'ann', password: 'secret', remember: true }

	it.each([
		['username', '', 'Required'],
		['username', '   ', 'Required'],
		['username', 'an', 'Too short'],
		['username', ' an ', 'Too short'],
		['password', '', 'Required'],
		['password', '12345', 'Too short'],
	])('reports at sign-in for %s %j: %s', (field, value, message) => {
		expect(firstMessages(LoginForm, { ...good, [field]: value })).toEqual({ [field]: message })
	})

	it('accepts three and six characters and keeps spaces in a password', () => {
		expect(v.parse(LoginForm, good)).toEqual(good)
		expect(v.parse(LoginForm, { ...good, username: ' ann ', password: '      ' })).toEqual({
			...good,
			password: '      ',
		})
	})
})

describe('registration form', () => {
	const good = {
		username: 'ann',
		email: 'ann@example.org',
		password: 'secret',
		confirmPassword: 'secret',
	}

	it.each([
		['username', '', 'Username is required'],
		['username', '  ', 'Username is required'],
		['username', 'an', 'Username must be at least 3 characters'],
		['username', 'a'.repeat(65), 'Username must be at most 64 characters'],
		['email', '', 'Email is required'],
		['email', 'ann', 'Please enter a valid email address'],
		['email', 'ann@', 'Please enter a valid email address'],
		['email', `${'a'.repeat(250)}@example.org`, 'Email must be at most 254 characters'],
		['confirmPassword', '', 'Please confirm your password'],
		['confirmPassword', 'Secret', 'Passwords do not match'],
		['confirmPassword', 'secret ', 'Passwords do not match'],
	])('reports in registration for %s %j: %s', (field, value, message) => {
		expect(firstMessages(RegisterForm, { ...good, [field]: value })).toEqual({ [field]: message })
	})

	it.each([
		['', 'Password is required'],
		['12345', 'Password must be at least 6 characters'],
		['x'.repeat(129), 'Password must be at most 128 characters'],
	])('reports for the password %j: %s', (password, message) => {
		expect(
			firstMessages(RegisterForm, { ...good, password, confirmPassword: password }),
		).toMatchObject({
			password: message,
		})
	})

	it('reports a missing confirmation once', () => {
		const empty = { username: '', email: '', password: '', confirmPassword: '' }
		expect(firstMessages(RegisterForm, empty)).toEqual({
			username: 'Username is required',
			email: 'Email is required',
			password: 'Password is required',
			confirmPassword: 'Please confirm your password',
		})
	})

	it('accepts any characters in a password', () => {
		const password = fc.string({ unit: 'grapheme', minLength: 6, maxLength: 40 })
		fc.assert(
			fc.property(password, (text) => {
				fc.pre(preparePassword(text).length >= 6 && preparePassword(text).length <= 128)
				const form = { ...good, password: text, confirmPassword: text }
				expect(v.parse(RegisterForm, form).password).toBe(preparePassword(text))
			}),
		)
	})

	it('agrees with the server’s schema', () => {
		const { confirmPassword: _, ...body } = good
		expect(v.parse(auth.register.body, v.parse(RegisterForm, good))).toEqual(body)
	})
})

describe('sign-in body', () => {
	it('accepts a trimmed username or email without the form’s length rules', () => {
		expect(v.parse(auth.login.body, { username: ' ann@example.org ', password: 'x' })).toEqual({
			username: 'ann@example.org',
			password: 'x',
		})
	})

	it.each([
		[{ username: '', password: 'x' }, { username: 'Username is required' }],
		[{ username: 'ann', password: '' }, { password: 'Password is required' }],
		[
			{ username: 1, password: null },
			{ username: 'Username is required', password: 'Password is required' },
		],
		[
			{ username: 'ann', password: 'x'.repeat(129) },
			{ password: 'Password must be at most 128 characters' },
		],
		[
			{ username: 'x'.repeat(255), password: 'x' },
			{ username: 'Username must be at most 254 characters' },
		],
	])('refuses %j by field', (body, messages) => {
		expect(firstMessages(auth.login.body, body)).toEqual(messages)
	})
})
