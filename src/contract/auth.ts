import * as v from 'valibot'
import {
	EMAIL_MAX,
	PASSWORD_MAX,
	PASSWORD_MIN,
	USERNAME_MAX,
	USERNAME_MIN,
} from '#domain/constants.ts'
import { endpoint } from './endpoint.ts'
import { Id } from './primitives.ts'

const RoleName = v.pipe(
	v.union([v.string(), v.object({ name: v.string() })]),
	v.transform((role) => (typeof role === 'string' ? role : role.name)),
)

/** A user as servers send one. `id` is missing on some: the username then serves as the stable key. */
export const User = v.object({
	id: v.optional(Id),
	username: v.string(),
	email: v.nullish(v.string(), null),
	roles: v.nullish(v.array(RoleName), []),
})
export type User = v.InferOutput<typeof User>

const tokens = {
	token: v.nullish(v.string()),
	accessToken: v.nullish(v.string()),
	jwt: v.nullish(v.string()),
}
const tokenOf = (reply: { [Key in keyof typeof tokens]?: string | null | undefined }) =>
	reply.token || reply.accessToken || reply.jwt || null

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

/** A sign-in: the token under any of its names, and the user, which on some servers is the reply itself. */
const LoginReply = v.pipe(
	v.looseObject({ ...tokens, user: v.optional(v.unknown()) }),
	v.rawTransform(({ dataset, addIssue, NEVER }) => {
		const token = tokenOf(dataset.value)
		const user = asUser(dataset.value.user ?? dataset.value)
		if (token === null || user === null) {
			addIssue({ message: 'a sign-in needs a token and a user' })
			return NEVER
		}
		return { token, user }
	}),
)

const RegisterReply = v.pipe(
	v.looseObject({ ...tokens, user: v.optional(v.unknown()) }),
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

export const users = {
	profile: endpoint({
		method: 'GET',
		path: '/users/profile',
		access: 'user',
		summary: 'The signed-in user.',
		reply: User,
	}),
} as const
