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
import { codeFields } from './fields.ts'
import type { SchemaCode } from './messages.ts'
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
		v.nonEmpty('required' satisfies SchemaCode),
		v.minLength(USERNAME_MIN, 'too-short' satisfies SchemaCode),
	),
	password: v.pipe(
		v.string(),
		v.nonEmpty('required' satisfies SchemaCode),
		v.minLength(PASSWORD_MIN, 'too-short' satisfies SchemaCode),
	),
	remember: v.boolean(),
})

const USERNAME_MISSING = 'username-required' satisfies SchemaCode
const EMAIL_MISSING = 'email-required' satisfies SchemaCode
const PASSWORD_MISSING = 'password-required' satisfies SchemaCode

/** Existing password. Either form may be within the limit, because older hashes may be of the unprepared text. */
export const GivenPassword = v.pipe(
	v.string(PASSWORD_MISSING),
	v.nonEmpty(PASSWORD_MISSING),
	v.check(
		(typed) => Math.min(typed.length, preparePassword(typed).length) <= PASSWORD_MAX,
		'password-too-long' satisfies SchemaCode,
	),
)

const LoginBody = v.object({
	username: v.pipe(
		v.string(USERNAME_MISSING),
		v.trim(),
		v.nonEmpty(USERNAME_MISSING),
		v.maxLength(EMAIL_MAX, 'login-name-too-long' satisfies SchemaCode),
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
	v.minLength(USERNAME_MIN, 'username-too-short' satisfies SchemaCode),
	v.maxLength(USERNAME_MAX, 'username-too-long' satisfies SchemaCode),
	v.check(isUsername, 'username-characters' satisfies SchemaCode),
)
const Email = v.pipe(
	v.string(EMAIL_MISSING),
	v.trim(),
	v.nonEmpty(EMAIL_MISSING),
	v.check(isEmail, 'email-invalid' satisfies SchemaCode),
	v.maxLength(EMAIL_MAX, 'email-too-long' satisfies SchemaCode),
)
const password = v.pipe(
	v.string(PASSWORD_MISSING),
	v.nonEmpty(PASSWORD_MISSING),
	v.transform(preparePassword),
	v.minLength(PASSWORD_MIN, 'password-too-short' satisfies SchemaCode),
	v.maxLength(PASSWORD_MAX, 'password-too-long' satisfies SchemaCode),
)

const confirmPassword = v.pipe(
	v.string(),
	v.nonEmpty('password-unconfirmed' satisfies SchemaCode),
	v.transform(preparePassword),
)

const typedTwice = (form: { readonly password: string; readonly confirmPassword: string }) =>
	form.password === form.confirmPassword
const NOT_TWICE = 'passwords-differ' satisfies SchemaCode

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

const Message = v.object({ message: v.string(), ...codeFields })

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
