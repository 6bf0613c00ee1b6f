import {
	findNodeAtLocation,
	type Node,
	type ParseError,
	parseTree,
	printParseErrorCode,
} from 'jsonc-parser'

/** Something wrong at a place in a file: keys and indexes from the top. */
export interface Problem {
	readonly path: readonly (string | number)[]
	readonly message: string
}

/** A JSON text that keeps where everything stands. */
export interface Located {
	readonly value: unknown
	/** Syntax errors, as `file:line: message`. */
	readonly syntax: readonly string[]
	/** Puts a problem as `file:line: path: message`; for what is missing, the line is that of what should hold it. */
	readonly report: (problem: Problem) => string
}

/** Node values come without a prototype's surprises: only own keys are followed. */
const jsonOf = (node: Node): unknown => {
	switch (node.type) {
		case 'array':
			return (node.children ?? []).map(jsonOf)
		case 'object':
			return Object.fromEntries(
				(node.children ?? []).map(({ children = [] }) => {
					const [key, value] = children
					return [String(key?.value), value === undefined ? undefined : jsonOf(value)]
				}),
			)
		default:
			return node.value
	}
}

const lineAt = (text: string, offset: number): number => text.slice(0, offset).split('\n').length

const nearest = (root: Node | undefined, path: readonly (string | number)[]): Node | undefined => {
	for (let length = path.length; root !== undefined && length > 0; length--) {
		const node = findNodeAtLocation(root, path.slice(0, length))
		if (node !== undefined) return node
	}
	return root
}

const words = (code: string): string => code.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase()

/**
 * Parses a JSON text.
 * @param name the file's, for the reports.
 */
export const parseLocated = (name: string, text: string): Located => {
	const errors: ParseError[] = []
	const root = parseTree(text, errors, { disallowComments: true })
	return {
		value: root === undefined ? undefined : jsonOf(root),
		syntax: errors.map(
			({ error, offset }) =>
				`${name}:${lineAt(text, offset)}: ${words(printParseErrorCode(error))}`,
		),
		report: ({ path, message }) => {
			const line = lineAt(text, nearest(root, path)?.offset ?? 0)
			const where = path.length === 0 ? '' : `${path.join('.')}: `
			return `${name}:${line}: ${where}${message}`
		},
	}
}
