import * as v from 'valibot'
import {
	EMAIL_MAX,
	PASSWORD_MAX,
	PASSWORD_MIN,
	USERNAME_MAX,
	USERNAME_MIN,
} from '#domain/constants.ts'
import { endpoint } from './endpoint.ts'
import { User } from './users.ts'

/** What servers say of a sign-in: the token under one of three names, and the user, who may be the reply itself. */
const SignedIn = v.object({
	token: v.nullish(v.string()),
	accessToken: v.nullish(v.string()),
	jwt: v.nullish(v.string()),
	user: v.optional(v.unknown()),
	id: v.optional(v.unknown()),
	username: v.optional(v.unknown()),
	email: v.optional(v.unknown()),
	roles: v.optional(v.unknown()),
})
type SignedIn = v.InferOutput<typeof SignedIn>

const tokenOf = ({ token, accessToken, jwt }: SignedIn): string | null =>
	token || accessToken || jwt || null

const asUser = (value: unknown): User | null => {
	const parsed = v.safeParse(User, value)
	return parsed.success ? parsed.output : null
}

/** The fields of the sign-in form; texts as specified. */
export const LoginForm = v.object({
	username: v.pipe(
		v.string(),
		v.trim(),
		v.nonEmpty('Required'),
		v.minLength(USERNAME_MIN, 'Too short'),
	),
	password: v.pipe(v.string(), v.nonEmpty('Required'), v.minLength(PASSWORD_MIN, 'Too short')),
	remember: v.boolean(),
})

const LoginBody = v.object({
	username: v.pipe(
		v.string('must be a text'),
		v.trim(),
		v.nonEmpty('Required'),
		v.maxLength(EMAIL_MAX, 'Too long'),
	),
	password: v.pipe(
		v.string('must be a text'),
		v.nonEmpty('Required'),
		v.maxLength(PASSWORD_MAX, 'Too long'),
	),
})

const LoginReply = v.pipe(
	SignedIn,
	v.transform((reply) => ({ token: tokenOf(reply), user: asUser(reply.user ?? reply) })),
	v.check(
		({ token, user }) => token !== null && user !== null,
		'a sign-in needs a token and a user',
	),
	v.transform((reply) => reply as { token: string; user: User }),
)

const RegisterReply = v.pipe(
	SignedIn,
	v.transform((reply) => ({ token: tokenOf(reply), user: asUser(reply.user) })),
)

const username = v.pipe(
	v.string('Username is required'),
	v.trim(),
	v.nonEmpty('Username is required'),
	v.minLength(USERNAME_MIN, 'Username must be at least 3 characters'),
	v.maxLength(USERNAME_MAX, `Username must be at most ${USERNAME_MAX} characters`),
)
const email = v.pipe(
	v.string('Email is required'),
	v.trim(),
	v.nonEmpty('Email is required'),
	v.email('Please enter a valid email address'),
	v.maxLength(EMAIL_MAX, `Email must be at most ${EMAIL_MAX} characters`),
)
const password = v.pipe(
	v.string('Password is required'),
	v.nonEmpty('Password is required'),
	v.minLength(PASSWORD_MIN, 'Password must be at least 6 characters'),
	v.maxLength(PASSWORD_MAX, `Password must be at most ${PASSWORD_MAX} characters`),
)

const RegisterBody = v.object({ username, email, password })

/** The fields of the registration form; texts as specified. */
export const RegisterForm = v.pipe(
	v.object({
		username,
		email,
		password,
		confirmPassword: v.pipe(v.string(), v.nonEmpty('Please confirm your password')),
	}),
	v.forward(
		v.partialCheck(
			[['password'], ['confirmPassword']],
			(form) => form.password === form.confirmPassword,
			'Passwords do not match',
		),
		['confirmPassword'],
	),
)

export const auth = {
	login: endpoint({
		method: 'POST',
		path: '/auth/login',
		access: 'public',
		summary: 'Sign in with a username (or email) and a password.',
		body: LoginBody,
		reply: LoginReply,
	}),
	register: endpoint({
		method: 'POST',
		path: '/auth/register',
		access: 'public',
		summary: 'Create an account; the reply signs in.',
		body: RegisterBody,
		reply: RegisterReply,
		status: 201,
		idempotent: true,
	}),
} as const
