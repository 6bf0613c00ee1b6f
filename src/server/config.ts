import * as v from 'valibot'
import { PASSWORD_MAX, PASSWORD_MIN, USERNAME_MAX, USERNAME_MIN } from '#domain/constants.ts'

/** A secret that signs tokens has at least this many characters. */
export const SECRET_MIN = 32

const Environment = v.object({
	PORT: v.optional(
		v.pipe(
			v.string(),
			v.regex(/^\d{1,5}$/, 'must be a port number'),
			v.transform(Number),
			v.maxValue(65_535, 'must be a port number, at most 65535'),
		),
		'3000',
	),
	/** Undefined is every interface, of both address families. */
	HOST: v.optional(v.string()),
	DATA_DIR: v.optional(v.string(), '.data'),
	DATABASE_URL: v.optional(
		v.pipe(
			v.string(),
			v.regex(/^postgres(?:ql)?:\/\//, 'must be the address of a PostgreSQL: postgres://…'),
		),
	),
	ADMIN_USERNAME: v.optional(
		v.pipe(
			v.string(),
			v.trim(),
			v.minLength(USERNAME_MIN, `must have at least ${USERNAME_MIN} characters`),
			v.maxLength(USERNAME_MAX, `must have at most ${USERNAME_MAX} characters`),
		),
		'admin',
	),
	ADMIN_EMAIL: v.optional(
		v.pipe(v.string(), v.trim(), v.email('must be an email address')),
		// .invalid is reserved: nothing is ever delivered there.
		'admin@evenhand.invalid',
	),
	ADMIN_PASSWORD: v.optional(
		v.pipe(
			v.string(),
			v.minLength(PASSWORD_MIN, `must have at least ${PASSWORD_MIN} characters`),
			v.maxLength(PASSWORD_MAX, `must have at most ${PASSWORD_MAX} characters`),
		),
	),
	SAMPLE_DATA: v.optional(v.picklist(['none', 'sample'], 'must be none or sample'), 'sample'),
	JWT_SECRET: v.optional(
		v.pipe(v.string(), v.minLength(SECRET_MIN, `must have at least ${SECRET_MIN} characters`)),
	),
	/** Whether a proxy of ours is in front, whose word on who calls is good. */
	TRUST_PROXY: v.optional(
		v.pipe(
			v.picklist(['0', '1'], 'must be 0 or 1'),
			v.transform((flag) => flag === '1'),
		),
		'0',
	),
})

/** The environment variables that the server reads, parsed. */
export type Config = v.InferOutput<typeof Environment>

/**
 * Reads the configuration from environment variables. An empty variable counts as one that is not set.
 * @throws an error whose message names every variable with a bad value, and never repeats the value: it may be a secret.
 */
export const readConfig = (env: Readonly<Record<string, string | undefined>>): Config => {
	const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value))
	const parsed = v.safeParse(Environment, given)
	if (parsed.success) return parsed.output
	const problems = parsed.issues.map((issue) => `${v.getDotPath(issue)} ${issue.message}`)
	throw new Error(`Bad configuration: ${problems.join('; ')}.`)
}
