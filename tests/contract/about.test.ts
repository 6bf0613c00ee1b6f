import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { contactLink } from '#contract/about.ts'
import { OperatorFields } from '#contract/admin/about.ts'
import { OPERATOR_TEXT_MAX } from '#domain/limits.ts'

describe('contact of the operator', () => {
	it.each([
		['vote@example.org', 'mailto:vote@example.org'],
		['a?subject=x&b@example.org', 'mailto:a%3Fsubject%3Dx%26b@example.org'],
		['https://example.org', 'https://example.org'],
		['https://example.org/contact?lang=en', 'https://example.org/contact?lang=en'],
	])('links %s', (contact, link) => {
		expect(contactLink(contact)).toBe(link)
	})

	it.each([
		'',
		'City of Springfield',
		'mailto:vote@example.org',
		'Vote <vote@example.org>',
		'a@example.org, b@example.org',
		'http://example.org',
		'https://',
		'https://user:secret@example.org',
		'https://example.org\\@evil.example',
		'https://example.org/a b',
		'javascript:alert(1)',
	])('does not link “%s”, which the form refuses', (contact) => {
		expect(contactLink(contact)).toBeNull()
		expect(v.is(OperatorFields, { name: 'City', contact })).toBe(false)
	})
})

describe('fields of the operator', () => {
	const fields = {
		name: ' City  of\nSpringfield ',
		contact: ' vote@example.org ',
		text: ' One\nTwo ',
	}

	it('are trimmed, and only the text keeps its lines', () => {
		expect(v.parse(OperatorFields, fields)).toEqual({
			name: 'City of Springfield',
			contact: 'vote@example.org',
			text: 'One\nTwo',
		})
	})

	it.each([
		['name', '', 'Name is required'],
		['name', 'n'.repeat(201), 'Name must be at most 200 characters'],
		['contact', ' ', 'Contact is required'],
		[
			'contact',
			'example.org',
			'Contact must be an email address or a web address that begins with https://',
		],
		['text', 't'.repeat(OPERATOR_TEXT_MAX + 1), 'Text must be at most 2000 characters'],
	])('name %s in the message about “%s”', (path, value, message) => {
		const { issues = [] } = v.safeParse(OperatorFields, { ...fields, [path]: value })
		expect(issues.map((issue) => [v.getDotPath(issue), issue.message])[0]).toEqual([path, message])
	})
})
