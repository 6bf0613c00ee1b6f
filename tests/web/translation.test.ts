import { readFileSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { resolve } from 'node:path'
import { parseSync } from 'vite'
import { describe, expect, it } from 'vitest'

// Browser translation wraps text nodes in new elements. React then fails to update such a node or to insert a sibling, so
// a text that changes or has conditional siblings needs its own element.

const web = resolve(import.meta.dirname, '../../src/web')

interface Node {
	readonly type: string
	readonly start: number
	readonly [key: string]: unknown
}

const isNode = (value: unknown): value is Node =>
	typeof value === 'object' && value !== null && 'type' in value

const childrenOf = (node: Node): Node[] => Object.values(node).flat().filter(isNode)

/** Names of props and constants that hold elements by convention. */
const ELEMENTS = new Set([
	'failed',
	'children',
	'actions',
	'next',
	'saved',
	'wayOn',
	'button',
	'conflictDialog',
	'CHEVRON',
	'ICONS',
])

const rootOf = (node: Node): string => {
	if (node.type === 'Identifier') return node.name as string
	if (node.type === 'CallExpression') return rootOf(node.callee as Node)
	return node.type === 'MemberExpression' ? rootOf(node.object as Node) : ''
}

const isElement = ({ type }: Node): boolean => type === 'JSXElement' || type === 'JSXFragment'
const holdsElement = (node: Node): boolean => isElement(node) || childrenOf(node).some(holdsElement)

/** Kind of a JSX child: permanent or conditional elements (`fixed`, `changing`), fixed or other text (`constant`, `text`). */
type Kind = 'fixed' | 'changing' | 'constant' | 'text'

const kindOfValue = (node: Node, texts: ReadonlySet<string>): Kind | null => {
	switch (node.type) {
		case 'JSXEmptyExpression':
			return null
		case 'Literal':
			return typeof node.value === 'string' ? 'constant' : null
		case 'Identifier':
			if (node.name === 'undefined') return null
			break
		case 'LogicalExpression':
			return node.operator === '&&'
				? changing([node.right], texts)
				: changing([node.left, node.right], texts)
		case 'ConditionalExpression':
			return changing([node.consequent, node.alternate], texts)
	}
	if (holdsElement(node) || ELEMENTS.has(rootOf(node))) return 'changing'
	return node.type === 'MemberExpression' && texts.has(rootOf(node)) ? 'constant' : 'text'
}

const changing = (values: readonly unknown[], texts: ReadonlySet<string>): 'changing' | 'text' => {
	const kinds = values.map((each) => kindOfValue(each as Node, texts))
	return kinds.includes('text') || kinds.includes('constant') ? 'text' : 'changing'
}

const kindOf = (child: Node, texts: ReadonlySet<string>): Kind | null => {
	if (child.type === 'JSXText') {
		const value = child.value as string
		// JSX drops whitespace that contains a line break.
		return value.trim() === '' && value.includes('\n') ? null : 'constant'
	}
	if (child.type === 'JSXExpressionContainer') return kindOfValue(child.expression as Node, texts)
	if (child.type === 'JSXFragment') return 'changing'
	const { name } = (child.openingElement as Node).name as Node
	return typeof name === 'string' && /^[a-z]/.test(name) ? 'fixed' : 'changing'
}

/** Line numbers of elements whose text shares its parent with a sibling that changes. */
const sharedTexts = (code: string): number[] => {
	const program = parseSync('part.tsx', code).program as unknown as Node
	const texts = new Set(
		(program.body as Node[])
			.filter(({ source }) => isNode(source) && String(source.value).startsWith('#web/texts/'))
			.flatMap(({ specifiers }) => specifiers as Node[])
			.map(({ local }) => (local as Node).name as string),
	)
	const isShared = (node: Node): boolean => {
		const kinds = (node.children as Node[]).map((child) => kindOf(child, texts)).filter(Boolean)
		if (kinds.length < 2) return false
		return kinds.includes('text') || (kinds.includes('constant') && kinds.includes('changing'))
	}
	const find = (node: Node): number[] => [
		...(isElement(node) && isShared(node) ? [code.slice(0, node.start).split('\n').length] : []),
		...childrenOf(node).flatMap(find),
	]
	return find(program)
}

describe('text in a browser translation', () => {
	it.each([
		['<p>{name}</p>', 0],
		['<p>Name: {name}</p>', 1],
		['<p>{nameText(name)}</p>', 0],
		['<p>Saved{on && <b>now</b>}</p>', 1],
		['<p><span>Saved</span>{on && <b>now</b>}</p>', 0],
		['<p>Saved <b>now</b></p>', 0],
		['<p>Saved <Moment /></p>', 1],
		['<p>{on ? <b>now</b> : later}<i /></p>', 1],
	])('is flagged if it shares its parent: %s', (code, count) => {
		expect(sharedTexts(`const part = ${code}`)).toHaveLength(count)
	})

	it('has its own element on every screen', async () => {
		const files = (await readdir(web, { recursive: true })).filter((name) => name.endsWith('.tsx'))
		expect(files.length).toBeGreaterThan(100)
		const found = files.flatMap((name) =>
			sharedTexts(readFileSync(resolve(web, name), 'utf8')).map((line) => `${name}:${line}`),
		)
		expect(found).toEqual([])
	})
})
