import {
	EMAIL_MAX,
	FEEDBACK_MAX,
	PASSWORD_MAX,
	PASSWORD_MIN,
	USERNAME_MAX,
	USERNAME_MIN,
} from '#domain/limits.ts'

/**
 * Messages that voters can meet, by code: the English sentence with `{name}` for each value. Codes and names of values
 * are stable, because devices store them and other builds translate them.
 */
export const MESSAGES = {
	'internal-error': 'An error occurred. Please try again.',
	'invalid-input': 'Please check your input and try again.',
	'sign-in-needed': 'Please sign in to continue.',
	'action-forbidden': 'You are not authorized to perform this action.',
	'access-forbidden': 'You are not authorized to access this resource.',
	'not-found': 'The requested resource was not found.',
	'method-not-allowed': 'This method is not allowed here.',
	'body-not-json': 'The request body must be application/json.',
	'body-too-large': 'The request body is larger than {bytes} bytes.',
	'content-length-missing': 'The request body needs a Content-Length.',
	'too-many-requests': 'Too many requests at the moment. Please try again later.',
	'too-many-from-network':
		'Too many requests are coming from your network at the moment. Please try again in a few minutes.',
	'service-busy': 'The service is very busy. Please try again in a moment.',
	'service-starting': 'The service is starting. Please try again in a moment.',
	'service-unavailable': 'The service is not available at the moment. Please try again.',
	'request-in-progress': 'This request is still in progress. Please try again in a moment.',
	'key-reused': 'This idempotency key was used for another request.',

	required: 'Required',
	'too-short': 'Too short',
	'username-required': 'Username is required',
	'username-too-short': 'Username must be at least {least} characters',
	'username-too-long': 'Username must be at most {most} characters',
	'login-name-too-long': 'Username must be at most {most} characters',
	'username-characters': 'Username can have only letters, digits, punctuation, and single spaces',
	'username-taken': 'Username is already taken',
	'email-required': 'Email is required',
	'email-invalid': 'Please enter a valid email address',
	'email-too-long': 'Email must be at most {most} characters',
	'email-taken': 'Email is already taken',
	'password-required': 'Password is required',
	'password-too-short': 'Password must be at least {least} characters',
	'password-too-long': 'Password must be at most {most} characters',
	'password-unconfirmed': 'Please confirm your password',
	'passwords-differ': 'Passwords do not match',
	'registration-username-taken': 'Username is already taken.',
	'registration-email-taken': 'Email is already taken.',
	'registration-both-taken': 'Username is already taken. Email is already taken.',
	'bad-credentials': 'Bad credentials',
	'reset-link-mailed':
		'If this address has an account, we are sending it a link to set a new password. The link works once, for {minutes} minutes.',
	'reset-link-ready':
		'If this address has an account, an administrator can now give you a link to set a new password. The link works once, for {minutes} minutes.',
	'reset-link-invalid': 'This link is no longer valid. Ask for a new one.',
	'password-set': 'Your new password is set. Sign in with it on every device.',
	'password-wrong': 'That password is not correct.',
	'account-changed': 'Your account was just changed. Please try again.',
	'account-erased': 'Your account and everything we stored about you have been erased.',
	'last-administrator': 'You are the last administrator. Make someone else an administrator first.',

	'quiz-ready': 'This quiz is ready.',
	'quiz-not-active': 'This quiz is not active.',
	'quiz-opens-on': 'This quiz opens on {day}.',
	'quiz-ended-on': 'This quiz ended on {day}.',
	'quiz-needs-candidates': 'This quiz needs at least {least} candidates.',
	'quiz-needs-policies': 'No validated policies yet for: {names}.',
	'quiz-gone': 'This quiz no longer exists.',
	'quiz-already-completed': 'You have already completed this quiz.',
	'quiz-not-completed': 'This quiz is not completed yet.',
	'one-question-unanswered': 'This quiz is not finished: 1 question is unanswered.',
	'questions-unanswered': 'This quiz is not finished: {count} questions are unanswered.',
	'one-answer-missing': 'To score every candidate, please answer at least 1 more question.',
	'answers-missing': 'To score every candidate, please answer at least {count} more questions.',
	'attempt-reset': 'You started this quiz again. Please continue with the new attempt.',

	'no-knowledge-test': 'There is no knowledge test at the moment.',
	'test-needs-policies': 'These candidates have no policies to ask about yet.',
	'test-needs-guess': 'Guess at least one policy before you finish the test.',
	'test-completed': 'This test is completed. You can no longer add guesses.',
	'guesses-lost': 'The server no longer has some of your guesses.',
	'feedback-required': 'Please enter your feedback',
	'feedback-too-long': 'Feedback is too long (max {most} characters)',
	'feedback-thanks': 'Thank you for your feedback!',

	'attempt-not-here': 'This attempt is no longer on this device.',
	'attempt-never-started':
		'The quiz could not be started on the server, so this could not be sent.',
	'attempt-id-missing': 'Failed to start quiz. No attempt ID was returned.',
	'test-not-here': 'This test is no longer on this device.',
	'entry-unreadable': 'This saved change could not be read.',
	'start-failed': 'Unable to start quiz. Please try again.',
	'answer-failed': 'Unable to submit answer. Please try again.',
	'completion-failed': 'Unable to complete quiz. Please try again.',
	'reset-failed': 'Unable to reset quiz. Please try again.',
	'guess-failed': 'Failed to submit guess. Please try again.',
	'test-completion-failed': 'Failed to complete test. Please try again.',
	'feedback-failed': 'Failed to submit feedback. Please try again.',
} as const

type NamesIn<Template extends string> = Template extends `${string}{${infer Name}}${infer Rest}`
	? Name | NamesIn<Rest>
	: never

export type MessageValues = Readonly<Record<string, string | number>>
type Templates = Readonly<Record<string, string>>

export type ValuesIn<Template extends string> = Readonly<Record<NamesIn<Template>, string | number>>

/** A message to show: its code alone, or its code with the values of its sentence. */
export type MessageIn<Table extends Templates> = {
	[Code in keyof Table & string]: NamesIn<Table[Code]> extends never
		? Code
		: { readonly code: Code; readonly values: ValuesIn<Table[Code]> }
}[keyof Table & string]

export type MessageCode = keyof typeof MESSAGES

/** Templates of another language. A missing code, and a template with other values than the sentence, do not compile. */
export type Translated<Texts extends Record<MessageCode, string>> = {
	readonly [Code in MessageCode]: [NamesIn<Texts[Code]>, NamesIn<(typeof MESSAGES)[Code]>] extends [
		NamesIn<(typeof MESSAGES)[Code]>,
		NamesIn<Texts[Code]>,
	]
		? string
		: never
}

/** A sentence for the user. Other servers, and rows of older builds, have no code. */
export interface Message {
	readonly message: string
	readonly code?: string | undefined
	readonly values?: MessageValues | undefined
}

export interface CodedMessage extends Message {
	readonly code: string
	readonly values: MessageValues
}

const NAME = /\{(\w+)\}/g

const fill = (template: string, values: MessageValues): string =>
	template.replace(NAME, (_, name: string) => String(values[name]))

export const messageIn = <const Table extends Templates>(
	table: Table,
	given: MessageIn<Table>,
): CodedMessage => {
	const { code, values }: { code: string; values: MessageValues } =
		typeof given === 'string' ? { code: given, values: {} } : given
	return { message: fill(table[code] ?? '', values), code, values }
}

type Given = MessageIn<typeof MESSAGES>

export const messageOf = (given: Given): CodedMessage => messageIn(MESSAGES, given)

/** Values of the messages of schemas, which name them by code only because valibot passes on strings. */
const SCHEMA_VALUES = {
	'username-too-short': { least: USERNAME_MIN },
	'username-too-long': { most: USERNAME_MAX },
	'login-name-too-long': { most: EMAIL_MAX },
	'email-too-long': { most: EMAIL_MAX },
	'password-too-short': { least: PASSWORD_MIN },
	'password-too-long': { most: PASSWORD_MAX },
	'feedback-too-long': { most: FEEDBACK_MAX },
} as const satisfies { readonly [Code in MessageCode]?: ValuesIn<(typeof MESSAGES)[Code]> }

export type SchemaCode = Extract<Given, string> | keyof typeof SCHEMA_VALUES

/** Reads the text of a schema's issue, or a sentence, which stays as it is. */
export const readIssue = (text: string): Message => {
	if (!Object.hasOwn(MESSAGES, text)) return { message: text }
	const code = text as SchemaCode
	return code in SCHEMA_VALUES
		? messageOf({ code, values: SCHEMA_VALUES[code as keyof typeof SCHEMA_VALUES] } as Given)
		: messageOf(code as Extract<Given, string>)
}
