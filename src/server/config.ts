import * as v from 'valibot'
import { isTimeZone } from '#domain/days.ts'
import { PASSWORD_MAX, PASSWORD_MIN, USERNAME_MAX, USERNAME_MIN } from '#domain/limits.ts'
import { isEmail, isUsername, prepareUsername } from '#domain/text-rules.ts'

/** Minimum length of the token signing secret, in characters. */
export const SECRET_MIN = 32

const isOrigin = (text: string): boolean => {
	if (!URL.canParse(text)) return false
	const { protocol, origin, href } = new URL(text)
	return /^https?:$/.test(protocol) && href === `${origin}/`
}

const isWebAddress = (text: string): boolean =>
	URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)

const isMailServer = (text: string): boolean =>
	/^smtps?:\/\//.test(text) && URL.canParse(text) && new URL(text).hostname !== ''

/** "host:port", as in a URL. */
const HOST_AND_PORT = /^(?:[\p{L}\p{N}._-]+|\[[\da-fA-F:.]+\]):\d{1,5}$/u

const listOf = (text: string): string[] =>
	text
		.split(',')
		.map((each) => each.trim().toLowerCase())
		.filter(Boolean)

const SENDER = /^(?:[^<>\p{Cc}]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/u

const port = v.pipe(
	v.string(),
	v.regex(/^\d{1,5}$/, 'must be a port number'),
	v.transform(Number),
	v.maxValue(65_535, 'must be a port number, at most 65535'),
)

const flag = v.optional(
	v.pipe(
		v.picklist(['0', '1'], 'must be 0 or 1'),
		v.transform((text) => text === '1'),
	),
	'0',
)

const Variables = v.object({
	PORT: v.optional(port, '3000'),
	/** Undefined listens on all interfaces, IPv4 and IPv6. */
	HOST: v.optional(v.string()),
	DATA_DIR: v.optional(v.string(), '.data'),
	DATABASE_URL: v.optional(
		v.pipe(
			v.string(),
			v.regex(/^postgres(?:ql)?:\/\//, 'must be the address of a PostgreSQL: postgres://…'),
		),
	),
	DATABASE_POOL: v.optional(
		v.pipe(
			v.string(),
			v.regex(/^[1-9]\d{0,2}$/, 'must be a number from 1 to 999'),
			v.transform(Number),
		),
		'10',
	),
	/** Concurrent API calls per process. */
	MOST_AT_ONCE: v.optional(
		v.pipe(
			v.string(),
			v.regex(/^[1-9]\d{0,5}$/, 'must be a number from 1 to 999999'),
			v.transform(Number),
		),
	),
	LOG_REQUESTS: flag,
	/**
	 * Port of the Prometheus metrics; undefined disables them. Separate from the app's port because they are not public.
	 */
	METRICS_PORT: v.optional(port),
	METRICS_HOST: v.optional(v.string(), '127.0.0.1'),
	ADMIN_USERNAME: v.optional(
		v.pipe(
			v.string(),
			v.trim(),
			v.transform(prepareUsername),
			v.minLength(USERNAME_MIN, `must have at least ${USERNAME_MIN} characters`),
			v.maxLength(USERNAME_MAX, `must have at most ${USERNAME_MAX} characters`),
			v.check(isUsername, 'must have no other characters than a username can have'),
		),
		'admin',
	),
	ADMIN_EMAIL: v.optional(
		v.pipe(v.string(), v.trim(), v.check(isEmail, 'must be an email address')),
		// RFC 2606 reserves .invalid, so no mail is ever delivered there.
		'admin@evenhand.invalid',
	),
	ADMIN_PASSWORD: v.optional(
		v.pipe(
			v.string(),
			v.minLength(PASSWORD_MIN, `must have at least ${PASSWORD_MIN} characters`),
			v.maxLength(PASSWORD_MAX, `must have at most ${PASSWORD_MAX} characters`),
		),
	),
	/** Time zone of quiz and election dates. Defaults to the machine's. */
	TIME_ZONE: v.optional(
		v.pipe(
			v.string(),
			v.check(
				(name) => /^[A-Za-z]/.test(name) && isTimeZone(name),
				'must be the name of a time zone, such as America/New_York',
			),
		),
	),
	SAMPLE_DATA: v.optional(v.picklist(['none', 'sample'], 'must be none or sample'), 'sample'),
	JWT_SECRET: v.optional(
		v.pipe(v.string(), v.minLength(SECRET_MIN, `must have at least ${SECRET_MIN} characters`)),
	),
	/** Trust X-Forwarded-For. Set it only behind a reverse proxy. */
	TRUST_PROXY: flag,
	/** Origin for links in mails. Never derived from request headers, which an attacker could set. */
	PUBLIC_URL: v.optional(
		v.pipe(
			v.string(),
			v.check(isOrigin, 'must be the address of the app, without a path: https://…'),
			v.transform((url) => new URL(url).origin),
		),
	),
	SMTP_URL: v.optional(
		v.pipe(
			v.string(),
			v.check(isMailServer, 'must be the address of a mail server: smtp://… or smtps://…'),
		),
	),
	MAIL_FROM: v.optional(
		v.pipe(v.string(), v.regex(SENDER, 'must be an email address, or a name and <an address>')),
	),
	/** Hosts on the operator's private network that extraction may fetch. */
	EXTRACTION_ALLOW_HOSTS: v.optional(
		v.pipe(
			v.string(),
			v.transform(listOf),
			v.everyItem((host) => HOST_AND_PORT.test(host), 'must be host:port, parted by commas'),
		),
		'',
	),
	/** OpenAI-compatible endpoint of a language model that refines the built-in extraction. */
	EXTRACTION_LLM_URL: v.optional(
		v.pipe(v.string(), v.check(isWebAddress, 'must be an address: https://…')),
	),
	EXTRACTION_LLM_MODEL: v.optional(v.string()),
	EXTRACTION_LLM_KEY: v.optional(v.string()),
})

const Environment = v.pipe(
	Variables,
	v.forward(
		v.check(
			({ EXTRACTION_LLM_URL, EXTRACTION_LLM_MODEL }) =>
				(EXTRACTION_LLM_URL === undefined) === (EXTRACTION_LLM_MODEL === undefined),
			'must be set where EXTRACTION_LLM_URL is, and only there',
		),
		['EXTRACTION_LLM_MODEL'],
	),
	v.transform(({ PUBLIC_URL, MAIL_FROM, ...others }) => {
		const url = PUBLIC_URL ?? `http://localhost:${others.PORT}`
		const from = MAIL_FROM ?? `Evenhand <no-reply@${new URL(url).hostname}>`
		return { ...others, PUBLIC_URL: url, MAIL_FROM: from }
	}),
)

export type Config = v.InferOutput<typeof Environment>

/**
 * Reads the configuration from environment variables. Empty variables count as unset.
 * @throws an error that names every invalid variable but never its value, which may be a secret.
 */
export const readConfig = (env: Readonly<Record<string, string | undefined>>): Config => {
	const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value))
	const parsed = v.safeParse(Environment, given)
	if (parsed.success) return parsed.output
	const problems = parsed.issues.map((issue) => `${v.getDotPath(issue)} ${issue.message}`)
	throw new Error(`Bad configuration: ${problems.join('; ')}.`)
}
