import * as v from 'valibot'
import { OPERATOR_TEXT_MAX } from '#domain/limits.ts'
import { contactLink, Operator } from '../about.ts'
import { endpoint } from '../endpoint.ts'
import { Etag, optionalText, requiredText } from './fields.ts'

const CONTACT = 'Contact must be an email address or a web address that begins with https://'

export const OperatorFields = v.object({
	name: requiredText('Name'),
	contact: v.pipe(
		requiredText('Contact'),
		v.check((contact) => contactLink(contact) !== null, CONTACT),
	),
	text: optionalText('Text', OPERATOR_TEXT_MAX),
})
export type OperatorFields = v.InferOutput<typeof OperatorFields>

export const ManagedAbout = v.object({
	/** Null until it is entered. */
	operator: v.nullish(Operator, null),
	/** `"0"` until it is entered, so that of two first versions only one is stored. */
	etag: Etag,
})
export type ManagedAbout = v.InferOutput<typeof ManagedAbout>

export const manageAbout = {
	get: endpoint({
		method: 'GET',
		path: '/admin/about',
		access: 'admin',
		summary: 'Get who runs this installation, with its etag.',
		reply: ManagedAbout,
	}),
	set: endpoint({
		method: 'PUT',
		path: '/admin/about',
		access: 'admin',
		summary: 'Set who runs this installation and how to reach them.',
		body: OperatorFields,
		reply: ManagedAbout,
		idempotent: true,
		conditional: true,
	}),
} as const
