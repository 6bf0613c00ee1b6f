import * as v from 'valibot'
import { ElectionFile, problemsBetween } from './election-file.ts'
import { type Located, type Problem, parseLocated } from './located.ts'

/** A file to import: its name, under which the import is remembered, and its text. */
export interface SourceFile {
	readonly name: string
	readonly text: string
}

const messageOf = (issue: v.BaseIssue<unknown>): string => {
	if (!issue.message.startsWith('Invalid ')) return issue.message
	if (issue.expected === 'never') return 'is not a known field'
	return issue.received === 'undefined'
		? 'is required'
		: `must be ${issue.expected ?? 'of another form'}`
}

const toProblem = (issue: v.BaseIssue<unknown>): Problem => ({
	path: (issue.path ?? []).map((item) =>
		typeof item.key === 'number' ? item.key : String(item.key),
	),
	message: messageOf(issue),
})

const check = ({ value, syntax, report }: Located): { file?: ElectionFile; problems: string[] } => {
	if (syntax.length > 0) return { problems: [...syntax] }
	const parsed = v.safeParse(ElectionFile, value)
	if (!parsed.success) {
		return { problems: parsed.issues.map((issue) => report(toProblem(issue))) }
	}
	return { file: parsed.output, problems: problemsBetween(parsed.output).map(report) }
}

/**
 * Reads election files.
 * @throws an error with every problem of every file, one a line: file, line, field and what is wrong with it.
 */
export const parseElectionFiles = (
	sources: readonly SourceFile[],
): { readonly name: string; readonly file: ElectionFile }[] => {
	const problems: string[] = []
	const files = sources.flatMap(({ name, text }) => {
		const checked = check(parseLocated(name, text))
		problems.push(...checked.problems)
		return checked.file === undefined ? [] : [{ name, file: checked.file }]
	})
	if (problems.length > 0) throw new Error(`Cannot import:\n  ${problems.join('\n  ')}`)
	return files
}
