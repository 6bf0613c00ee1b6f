import { domainToASCII } from 'node:url'
import type { User } from '#contract/users.ts'
import type { Actor } from '../../context.ts'

/** What makes two names or addresses the same: case and compatibility forms do not tell them apart. */
export const identityKey = (text: string): string => text.normalize('NFKC').toLowerCase()

/** The key of an email address; a domain beyond ASCII has the key of its punycode form. */
export const emailKey = (text: string): string => {
	const key = identityKey(text)
	const at = key.lastIndexOf('@') + 1
	const domain = key.slice(at)
	// Without an `@` it is a username. Of other texts than domains nothing is left.
	return at === 0 ? key : `${key.slice(0, at)}${domainToASCII(domain) || domain}`
}

/** A user as the API shows one. */
export const toUser = ({ id, username, email, roles }: Actor): User => ({
	id,
	username,
	email,
	roles: [...roles],
})
