import fc from 'fast-check'
import * as v from 'valibot'
import { odd } from './odd-input.ts'

/** Overrides the values of a field by name, e.g. ids of existing records. */
export type Known = (field: string) => fc.Arbitrary<unknown> | undefined

interface Node {
	readonly kind: 'schema' | 'validation' | 'transformation' | 'metadata'
	readonly type: string
	readonly pipe?: readonly Node[]
	readonly entries?: Readonly<Record<string, Node>>
	readonly item?: Node
	readonly wrapped?: Node
	readonly options?: readonly unknown[]
	readonly key?: Node
	readonly value?: Node
	readonly literal?: unknown
	readonly requirement?: unknown
}

const nodeOf = (schema: v.GenericSchema): Node => schema as unknown as Node

const bound = (pipe: readonly Node[], type: string): number | undefined => {
	const found = pipe.find((node) => node.type === type)?.requirement
	return typeof found === 'number' ? found : undefined
}

const day = fc
	.integer({ min: 0, max: 4000 })
	.map((after) => new Date(Date.UTC(2026, 0, 1 + after)).toISOString().slice(0, 10))

const words = fc
	.array(fc.constantFrom('We', 'will', 'fund', 'schools', 'and', 'roads', 'of', 'Żółć', '2030'), {
		minLength: 5,
		maxLength: 12,
	})
	.map((each) => each.join(' '))

/** Texts that likely pass: from the regex, an address, a day, a sentence, or anything. */
const textOf = (pipe: readonly Node[]): fc.Arbitrary<unknown> => {
	const regex = pipe.find(({ type }) => type === 'regex')?.requirement
	if (regex instanceof RegExp) {
		if (/d\{4\}-/.test(regex.source)) return day
		return fc.stringMatching(new RegExp(regex.source, regex.flags.replace('i', '')))
	}
	if (pipe.some(({ type }) => type === 'uuid')) return fc.uuid({ version: 4 })
	const most = Math.min(bound(pipe, 'max_length') ?? 60, 5100)
	const any = fc.string({
		unit: 'grapheme',
		minLength: bound(pipe, 'min_length') ?? 0,
		maxLength: most,
	})
	return fc.oneof({ weight: 4, arbitrary: words }, any, fc.webUrl(), day)
}

const numberOf = (pipe: readonly Node[]): fc.Arbitrary<unknown> => {
	const min = bound(pipe, 'min_value') ?? 0
	const max = bound(pipe, 'max_value') ?? 1000
	if (pipe.some(({ type }) => type === 'integer')) return fc.integer({ min, max })
	return fc.double({ min, max, noNaN: true })
}

const arrayOf = (node: Node, pipe: readonly Node[], known: Known): fc.Arbitrary<unknown> => {
	const least = bound(pipe, 'min_length') ?? 0
	const size = { minLength: least, maxLength: Math.min(bound(pipe, 'max_length') ?? 8, least + 6) }
	return fc.array(node.item ? arbitraryOf(node.item, known) : odd, size)
}

const recordOf = (node: Node, known: Known): fc.Arbitrary<unknown> => {
	const entries = Object.entries(node.entries ?? {})
	const optional = (each: Node) => ['optional', 'nullish'].includes(each.type)
	const model = entries.map(([name, each]) => [name, known(name) ?? arbitraryOf(each, known)])
	return fc.record<Record<string, unknown>>(Object.fromEntries(model), {
		requiredKeys: entries.filter(([, each]) => !optional(each)).map(([name]) => name),
	})
}

const BY_TYPE: Readonly<
	Record<string, (node: Node, pipe: readonly Node[], known: Known) => fc.Arbitrary<unknown>>
> = {
	string: (_, pipe) => textOf(pipe),
	number: (_, pipe) => numberOf(pipe),
	boolean: () => fc.boolean(),
	picklist: ({ options = [] }) => fc.constantFrom(...options),
	literal: ({ literal }) => fc.constant(literal),
	array: arrayOf,
	object: (node, _, known) => recordOf(node, known),
	union: ({ options = [] }, _, known) =>
		fc.oneof(...options.map((each) => arbitraryOf(each as Node, known))),
	variant: ({ options = [] }, _, known) =>
		fc.oneof(...options.map((each) => arbitraryOf(each as Node, known))),
	optional: ({ wrapped }, _, known) =>
		fc.option(inner(wrapped, known), { nil: undefined, freq: 3 }),
	nullish: ({ wrapped }, _, known) => fc.option(inner(wrapped, known), { freq: 3 }),
	nullable: ({ wrapped }, _, known) => fc.option(inner(wrapped, known), { freq: 3 }),
	record: ({ value }, _, known) => fc.dictionary(fc.string(), inner(value, known), { maxKeys: 5 }),
	unknown: () => fc.jsonValue(),
}

const inner = (node: Node | undefined, known: Known): fc.Arbitrary<unknown> =>
	node === undefined ? fc.constant(undefined) : arbitraryOf(node, known)

const arbitraryOf = (node: Node, known: Known): fc.Arbitrary<unknown> => {
	const pipe = node.pipe ?? []
	const first = pipe[0] ?? node
	// Flatten nested pipes.
	const actions = [...(first.pipe ?? []), ...pipe.slice(1)].flatMap((each) =>
		each.kind === 'schema' ? (each.pipe ?? [each]) : [each],
	)
	const make = BY_TYPE[first.type]
	if (make === undefined) throw new Error(`no values are defined for a ${first.type}`)
	return make(first, actions, known)
}

/** Values that likely pass. Checks of the whole value may reject them. */
export const likely = (schema: v.GenericSchema, known: Known): fc.Arbitrary<unknown> =>
	arbitraryOf(nodeOf(schema), known)

/** Values that pass. */
export const valid = (schema: v.GenericSchema, known: Known): fc.Arbitrary<unknown> =>
	likely(schema, known).filter((value) => v.safeParse(schema, value).success)

const spoilOne = (value: unknown): fc.Arbitrary<unknown> => {
	if (Array.isArray(value))
		return fc.oneof(
			odd,
			odd.map((each) => [...value, each]),
		)
	if (typeof value !== 'object' || value === null) return odd
	const names = Object.keys(value)
	const beside = fc
		.tuple(fc.constantFrom('__proto__', 'constructor', 'role', 'id', ''), odd)
		.map(([name, each]) => JSON.parse(`{"${name}":${JSON.stringify(each) ?? null}}`))
		.map((extra: object) => ({ ...value, ...extra }))
	if (names.length === 0) return fc.oneof(odd, beside)
	const without = fc
		.constantFrom(...names)
		.map((name) => Object.fromEntries(Object.entries(value).filter(([each]) => each !== name)))
	const spoiled = fc
		.constantFrom(...names)
		.chain((name) => spoilOne(Reflect.get(value, name)).map((each) => ({ ...value, [name]: each })))
	return fc.oneof(without, { weight: 4, arbitrary: spoiled }, beside)
}

/** Values with one invalid part. */
export const almostValid = (schema: v.GenericSchema, known: Known): fc.Arbitrary<unknown> =>
	likely(schema, known).chain(spoilOne)

/** Arbitrary JSON values. */
export const absurd: fc.Arbitrary<unknown> = fc.oneof(odd, fc.jsonValue({ maxDepth: 4 }))
