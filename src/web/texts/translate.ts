import type { Message } from '#contract/messages.ts'

const NAME = /\{(\w+)\}/g

/**
 * Creates the translation of messages into a language.
 * @param texts template by code, with `{name}` for each value. @param show formats a value.
 */
export const createTranslate =
	(
		texts: Readonly<Record<string, string>>,
		show: (name: string, value: string | number) => string,
	) =>
	({ code = '', values = {} }: Message): string | undefined => {
		const template = Object.hasOwn(texts, code) ? texts[code] : undefined
		const names = [...(template?.matchAll(NAME) ?? [])].map(([, name = '']) => name)
		if (!names.every((name) => Object.hasOwn(values, name))) return undefined
		return template?.replace(NAME, (_, name: string) => show(name, values[name] ?? ''))
	}
