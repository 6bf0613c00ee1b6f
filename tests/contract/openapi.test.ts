import { createConfig, lintFromString } from '@redocly/openapi-core'
import { describe, expect, it } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import { endpoints } from '#contract/index.ts'
import { describeApi } from '#server/http/openapi.ts'

interface Operation {
	readonly responses: Readonly<
		Record<string, { readonly $ref?: string; readonly content?: object }>
	>
	readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: object }>> }
}
interface Document {
	readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
	readonly components: {
		readonly schemas: Readonly<
			Record<string, { readonly properties?: object; readonly examples?: unknown[] }>
		>
		readonly responses: Readonly<Record<string, object>>
	}
}

const document = describeApi() as unknown as Document
const rows = Object.entries(endpoints).flatMap(([noun, group]) =>
	Object.entries<Endpoint>(group).map(([name, row]) => {
		const operation =
			document.paths[row.path.replace(/:(\w+)/g, '{$1}')]?.[row.method.toLowerCase()]
		return { title: `${noun}.${name}`, row, operation }
	}),
)
const statusesOf = (title: string): string[] =>
	Object.keys(rows.find((each) => each.title === title)?.operation?.responses ?? {})

describe('OpenAPI document', () => {
	it('passes the linter without errors or warnings, examples included', async () => {
		const config = await createConfig({
			extends: ['recommended'],
			rules: {
				'no-invalid-schema-examples': 'error',
				'no-invalid-media-type-examples': 'error',
				'operation-operationId-unique': 'error',
				'no-unused-components': 'error',
				// The specification itself has /candidates/{id}/policies beside /candidates/election/{electionId}.
				'no-ambiguous-paths': 'off',
			},
		})
		const problems = await lintFromString({ source: JSON.stringify(document), config })
		const texts = problems.map(
			({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer}`,
		)
		expect(texts).toEqual([])
	})

	it.each([
		'Election',
		'Candidate',
		'Policy',
		'CompareQuiz',
		'QuizState',
		'QuizResults',
		'User',
		'Problem',
	])('names the schema %s once', (name) => {
		expect(
			document.components.schemas[name]?.properties ?? document.components.schemas[name],
		).toBeDefined()
		expect(JSON.stringify(document.paths) + JSON.stringify(document.components)).toContain(
			`"#/components/schemas/${name}"`,
		)
	})

	it.each(rows.filter(({ row }) => row.body))('names the body of $title', ({ operation }) => {
		const schema = operation?.requestBody?.content['application/json']?.schema
		expect(JSON.stringify(schema)).toMatch(/\$ref|"type":"array"/)
		expect(schema).not.toHaveProperty('properties')
	})

	it.each(rows)(
		'lists the error responses of $title beside the default',
		({ title, row, operation }) => {
			const statuses = Object.keys(operation?.responses ?? {})
			expect(statuses).toContain('default')
			const has = (status: number): boolean => statuses.includes(String(status))
			if (row.access !== 'public') expect([has(401), has(403)]).toEqual([true, true])
			if (row.params) expect([has(400), has(404)]).toEqual([true, true])
			if (row.body) expect([has(400), has(413), has(415)]).toEqual([true, true, true])
			expect([has(409) || row.idempotent !== true, has(422)]).toEqual([
				true,
				row.idempotent === true,
			])
			const hasEtags = ['managePositions.setMany', 'managePositions.merge'].includes(title)
			expect(has(412)).toBe(row.conditional === true || hasEtags)
		},
	)

	it('lists 409 and 429 only where they occur', () => {
		expect(statusesOf('quiz.results')).toContain('409')
		expect(statusesOf('auth.login')).toEqual(expect.arrayContaining(['401', '429']))
		expect(statusesOf('knowledgeTest.submitGuess')).toContain('429')
		expect(statusesOf('elections.get')).not.toContain('409')
		expect(statusesOf('elections.get')).not.toContain('429')
	})
})
