import * as v from 'valibot'
import {
	EMAIL_MAX,
	PASSWORD_MAX,
	PASSWORD_MIN,
	USERNAME_MAX,
	USERNAME_MIN,
} from '#domain/limits.ts'
import { isEmail, isUsername, preparePassword, prepareUsername } from '#domain/text-rules.ts'
import { endpoint } from './endpoint.ts'
import { User } from './users.ts'

/** Login reply of various servers: the token under one of three names, and the user nested or at the top level. */
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

const USERNAME_MISSING = 'Username is required'
const EMAIL_MISSING = 'Email is required'
const PASSWORD_MISSING = 'Password is required'

/** Existing password. Either form may be within the limit, because older hashes may be of the unprepared text. */
export const GivenPassword = v.pipe(
	v.string(PASSWORD_MISSING),
	v.nonEmpty(PASSWORD_MISSING),
	v.check(
		(typed) => Math.min(typed.length, preparePassword(typed).length) <= PASSWORD_MAX,
		`Password must be at most ${PASSWORD_MAX} characters`,
	),
)

const LoginBody = v.object({
	username: v.pipe(
		v.string(USERNAME_MISSING),
		v.trim(),
		v.nonEmpty(USERNAME_MISSING),
		v.maxLength(EMAIL_MAX, `Username must be at most ${EMAIL_MAX} characters`),
	),
	password: GivenPassword,
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

const Username = v.pipe(
	v.string(USERNAME_MISSING),
	v.trim(),
	v.nonEmpty(USERNAME_MISSING),
	v.transform(prepareUsername),
	v.minLength(USERNAME_MIN, 'Username must be at least 3 characters'),
	v.maxLength(USERNAME_MAX, `Username must be at most ${USERNAME_MAX} characters`),
	v.check(
		isUsername,
		'Username can have letters, digits, punctuation and single spaces only, and no invisible characters',
	),
)
const Email = v.pipe(
	v.string(EMAIL_MISSING),
	v.trim(),
	v.nonEmpty(EMAIL_MISSING),
	v.check(isEmail, 'Please enter a valid email address'),
	v.maxLength(EMAIL_MAX, `Email must be at most ${EMAIL_MAX} characters`),
)
const password = v.pipe(
	v.string(PASSWORD_MISSING),
	v.nonEmpty(PASSWORD_MISSING),
	v.transform(preparePassword),
	v.minLength(PASSWORD_MIN, 'Password must be at least 6 characters'),
	v.maxLength(PASSWORD_MAX, `Password must be at most ${PASSWORD_MAX} characters`),
)

const confirmPassword = v.pipe(
	v.string(),
	v.nonEmpty('Please confirm your password'),
	v.transform(preparePassword),
)

const typedTwice = (form: { readonly password: string; readonly confirmPassword: string }) =>
	form.password === form.confirmPassword
const NOT_TWICE = 'Passwords do not match'

const RegisterBody = v.object({ username: Username, email: Email, password })

export const RegisterForm = v.pipe(
	v.object({ username: Username, email: Email, password, confirmPassword }),
	v.forward(v.partialCheck([['password'], ['confirmPassword']], typedTwice, NOT_TWICE), [
		'confirmPassword',
	]),
)

export const ForgotPasswordForm = v.object({ email: Email })

export const ResetPasswordForm = v.pipe(
	v.object({ password, confirmPassword }),
	v.forward(v.partialCheck([['password'], ['confirmPassword']], typedTwice, NOT_TWICE), [
		'confirmPassword',
	]),
)

// Accepts any text: an unknown token gets the same message whatever its format.
const ResetPasswordBody = v.object({ token: v.string('must be a text'), password })

const Message = v.object({ message: v.string() })

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
		summary: 'Create an account and sign in.',
		body: RegisterBody,
		reply: RegisterReply,
		status: 201,
		idempotent: true,
	}),
	forgotPassword: endpoint({
		method: 'POST',
		path: '/auth/forgot-password',
		access: 'public',
		summary:
			'Request a password-reset link. The reply does not reveal whether the address has an account.',
		body: ForgotPasswordForm,
		reply: Message,
	}),
	resetPassword: endpoint({
		method: 'POST',
		path: '/auth/reset-password',
		access: 'public',
		summary: 'Set a new password with a one-time reset token and sign out all devices.',
		body: ResetPasswordBody,
		reply: Message,
		idempotent: true,
	}),
} as const
