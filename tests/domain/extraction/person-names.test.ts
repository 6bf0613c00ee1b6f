import { describe, expect, it } from 'vitest'
import { neutrality } from '#domain/extraction/neutrality.ts'
import { namedOthers } from '#domain/extraction/person-names.ts'

const OTHERS = [
	'Huey Long',
	'Caroline Green',
	'Alice Green',
	'Anna May',
	'Ngozi Okonkwo',
	'José Ramírez',
	'William Jennings Bryan',
	'George Washington',
	'Theresa May',
	'Dr. Aoife O’Malley',
	'Ann Smith-Jones',
	'Bill de Blasio',
	'Price, Susan',
	'Martin Luther King Jr.',
]
const named = (text: string, names: readonly string[] = OTHERS): readonly string[] =>
	namedOthers(text, names).map(({ start, end }) => text.slice(start, end))

describe('names of others in a statement', () => {
	it.each([
		['The state should stop what Ngozi Okonkwo began.', 'Ngozi Okonkwo'],
		['Okonkwo’s tunnel should be filled in again.', 'Okonkwo'],
		['The state should end every Okonkwo-led inquiry.', 'Okonkwo-led'],
		['THE STATE SHOULD STOP OKONKWO AND THE TUNNEL.', 'OKONKWO'],
		['The tunnel of ngozi okonkwo should be filled in.', 'ngozi okonkwo'],
		['The plan of Jose Ramirez should be adopted.', 'Jose Ramirez'],
		['The state should adopt what William J. Bryan wrote.', 'William J. Bryan'],
		['The state should adopt what O’Malley wrote.', 'O’Malley'],
		["The state should adopt what O'Malley wrote.", "O'Malley"],
		['The fees of Smith-Jones should be paid back.', 'Smith-Jones'],
		['The city should undo what de Blasio did.', 'Blasio'],
	])('are found in full and by an unambiguous last name: %s', (text, name) => {
		expect(named(text)).toEqual([name])
	})

	it.each([
		['The state should take back what Long did to its roads.', 'Long'],
		['The state should vote on the taxes of Long and Okonkwo.', 'Long'],
		['Long’s tolls should be taken back by the state.', 'Long'],
		['The state should keep the parks that Huey P. Long built.', 'Huey P. Long'],
		['The state should keep the parks that H. Long built.', 'H. Long'],
		['A. Green built parks that the state should keep.', 'A. Green'],
		['The plan of Mayor Green should be adopted.', 'Mayor Green'],
		['The plan of Mrs. May should be adopted.', 'Mrs. May'],
		['Theresa May should answer questions in public.', 'Theresa May'],
		['The farm of George Washington should be kept.', 'George Washington'],
		['The state should publish what Susan Price was paid.', 'Susan Price'],
		['The plan of Martin Luther King should be taught.', 'Martin Luther King'],
	])('are found where a common word can only be a name: %s', (text, name) => {
		expect(named(text)[0]).toBe(name)
	})

	it.each([
		'Long waits for a doctor should end by 2029.',
		'The state should shorten long waits for a doctor.',
		'The state should plant green roofs. Green walls should follow.',
		'The state should adopt the Green New Deal.',
		'A Green New Deal for every region should be funded.',
		'A May election should be held at home.',
		'The ferry to Long Island should be free.',
		'Build Long Roads And Green Homes In Every County.',
		'MAKE GREEN ENERGY CHEAP FOR EVERY HOME.',
		'A label that says “Green” should be checked.',
		'The state should pay for long-term care.',
		'The capital should stay in Washington until May 2030.',
		'The state should teach what happened in May.',
		'The king of the hill should pay a fair price.',
		'Roads:\nGreen lights should last longer.',
		'The county will green its streets.',
	])('are not found where the common word is meant: %s', (text) => {
		expect(named(text)).toEqual([])
	})

	it('are found for a single name, and ignored when blank', () => {
		expect(named('The state should sign what Zephyrine wrote.', ['Zephyrine', ' ', '–'])).toEqual([
			'Zephyrine',
		])
	})

	it('are found in a list of 5,000 names', () => {
		const many = Array.from({ length: 5000 }, (_, index) => `Anna Zzyx${'abcdefghij'[index % 10]}q`)
		expect(named('The state should adopt the plan of Zzyxcq.', many)).toEqual(['Zzyxcq'])
	})

	it('are reported once by the neutrality check', () => {
		const words = (text: string): readonly string[] =>
			neutrality(text, ['Jane Long'], OTHERS).map(({ concern, words }) => `${concern}: ${words}`)
		expect(words('The state should undo what Jane Long and Okonkwo did.')).toEqual([
			'name: Jane Long',
			'name: Okonkwo',
		])
		expect(words('The state should undo what Senator Long did.')).toEqual(['name: Senator Long'])
	})
})
