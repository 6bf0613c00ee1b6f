import fc from 'fast-check'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { auth, LoginForm, RegisterForm } from '#contract/auth.ts'
import { User } from '#contract/users.ts'
import { preparePassword } from '#domain/text-rules.ts'
import { firstMessages } from '#tests/support/issues.ts'

const ann = { id: '7', username: 'ann', email: 'ann@example.org', roles: ['ROLE_USER'] }

describe('a user', () => {
	it('has roles as names, whether a server sends texts or objects with a name', () => {
		const roles = ['ROLE_USER', { name: 'ROLE_ADMIN', id: 3 }]
		expect(v.parse(User, { ...ann, roles }).roles).toEqual(['ROLE_USER', 'ROLE_ADMIN'])
		expect(v.parse(User, { ...ann, roles: null }).roles).toEqual([])
		expect(v.parse(User, { username: 'ann' })).toEqual({ username: 'ann', email: null, roles: [] })
	})

	it('has a text as id, whether a server sends a number or a text', () => {
		expect(v.parse(User, { ...ann, id: 7 })).toEqual(v.parse(User, ann))
	})

	it('is nobody without a username', () => {
		expect(v.safeParse(User, { id: 7 }).success).toBe(false)
	})
})

describe('the reply to a sign-in', () => {
	const parse = (reply: unknown) => v.safeParse(auth.login.reply, reply)

	it.each(['token', 'accessToken', 'jwt'])(
		'takes the token under the name %s, as servers differ',
		(name) => {
			expect(parse({ [name]: 'abc', user: ann })).toMatchObject({
				success: true,
				output: { token: 'abc', user: ann },
			})
		},
	)

	it('prefers the first name that says something', () => {
		const output = (reply: object) => parse({ user: ann, ...reply }).output
		expect(output({ token: 'a', accessToken: 'b', jwt: 'c' })).toMatchObject({ token: 'a' })
		expect(output({ token: null, accessToken: '', jwt: 'c' })).toMatchObject({ token: 'c' })
	})

	it.each([
		['is left out', { token: 'abc', ...ann }],
		['is null', { token: 'abc', user: null, ...ann }],
	])('is itself the user where the user %s, as specified', (_, reply) => {
		expect(parse(reply).output).toEqual({ token: 'abc', user: ann })
	})

	it.each([
		['no token', { user: ann }],
		['an empty token', { token: '', user: ann }],
		['no user', { token: 'abc' }],
		['a user without a name', { token: 'abc', user: { id: 1 } }],
		['a text', 'abc'],
		['nothing', undefined],
	])('with %s is refused, since nobody is signed in by it', (_, reply) => {
		expect(parse(reply).success).toBe(false)
	})
})

describe('the reply to a registration', () => {
	it('signs in with token and user, and says what is missing otherwise', () => {
		const parse = (reply: unknown) => v.parse(auth.register.reply, reply)
		expect(parse({ accessToken: 'abc', user: ann })).toEqual({ token: 'abc', user: ann })
		expect(parse({ user: ann })).toEqual({ token: null, user: ann })
		expect(parse({ token: 'abc' })).toEqual({ token: 'abc', user: null })
		expect(parse({ message: 'User registered' })).toEqual({ token: null, user: null })
	})
})

describe('the sign-in form', () => {
	const good = { username: 'ann', password: 'secret', remember: true }

	it.each([
		['username', '', 'Required'],
		['username', '   ', 'Required'],
		['username', 'an', 'Too short'],
		['username', ' an ', 'Too short'],
		['password', '', 'Required'],
		['password', '12345', 'Too short'],
	])('says of the %s %j: %s, in the specified words', (field, value, message) => {
		expect(firstMessages(LoginForm, { ...good, [field]: value })).toEqual({ [field]: message })
	})

	it('passes with three characters and six, and keeps spaces of a password', () => {
		expect(v.parse(LoginForm, good)).toEqual(good)
		expect(v.parse(LoginForm, { ...good, username: ' ann ', password: '      ' })).toEqual({
			...good,
			password: '      ',
		})
	})
})

describe('the registration form', () => {
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
	])('says of the %s %j: %s, in the specified words', (field, value, message) => {
		expect(firstMessages(RegisterForm, { ...good, [field]: value })).toEqual({ [field]: message })
	})

	it.each([
		['', 'Password is required'],
		['12345', 'Password must be at least 6 characters'],
		['x'.repeat(129), 'Password must be at most 128 characters'],
	])('says of the password %j: %s, in the specified words', (password, message) => {
		expect(
			firstMessages(RegisterForm, { ...good, password, confirmPassword: password }),
		).toMatchObject({
			password: message,
		})
	})

	it('asks for a confirmation once, not also for an equal one', () => {
		const empty = { username: '', email: '', password: '', confirmPassword: '' }
		expect(firstMessages(RegisterForm, empty)).toEqual({
			username: 'Username is required',
			email: 'Email is required',
			password: 'Password is required',
			confirmPassword: 'Please confirm your password',
		})
	})

	it('takes any characters in a password, because nothing is composed', () => {
		const password = fc.string({ unit: 'grapheme', minLength: 6, maxLength: 40 })
		fc.assert(
			fc.property(password, (text) => {
				fc.pre(preparePassword(text).length >= 6 && preparePassword(text).length <= 128)
				const form = { ...good, password: text, confirmPassword: text }
				expect(v.parse(RegisterForm, form).password).toBe(preparePassword(text))
			}),
		)
	})

	it('agrees with what the server takes, so that no form passes in vain', () => {
		const { confirmPassword: _, ...body } = good
		expect(v.parse(auth.register.body, v.parse(RegisterForm, good))).toEqual(body)
	})
})

describe('the body of a sign-in', () => {
	it('takes a username or an email, trimmed, and leaves the length rules to the form', () => {
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
	])('of %j is refused by field', (body, messages) => {
		expect(firstMessages(auth.login.body, body)).toEqual(messages)
	})
})
