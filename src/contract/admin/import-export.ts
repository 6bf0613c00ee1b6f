import * as v from 'valibot'
import { IMPORT_MAX_BYTES } from '#domain/limits.ts'
import { DATE_ORDERS } from '#domain/written-forms.ts'
import { endpoint } from '../endpoint.ts'
import { Count, Id, idParams, OptionalText } from '../fields.ts'

const TextFile = v.object({
	name: v.pipe(
		v.string(),
		v.trim(),
		v.nonEmpty('must have a name'),
		v.maxLength(200, 'is too long'),
	),
	text: v.string('must be a text'),
})
export type TextFile = v.InferOutput<typeof TextFile>

export const TRANSFER_FORMATS = ['json', 'csv', 'openvaa'] as const

/** A column of a table of policies that may hold the positions of a candidate. */
const TableColumn = v.object({
	file: v.string('must be a text'),
	name: v.string('must be a text'),
	/** Holds the positions of the candidate whose name or id it has. */
	isCandidate: v.boolean('must be true or false'),
})
export type TableColumn = v.InferOutput<typeof TableColumn>

const PlannedChange = v.object({
	file: v.string(),
	/** 1-based. */
	line: Count,
	table: v.picklist(['election', 'candidate', 'policy', 'quiz', 'knowledgeTest', 'file']),
	action: v.picklist(['create', 'update', 'same', 'refuse']),
	name: v.string(),
	message: OptionalText,
	/** Warnings before writing, such as a quiz that becomes active and its fairness. */
	notes: v.optional(v.array(v.string())),
})
export type PlannedChange = v.InferOutput<typeof PlannedChange>

export const ImportReport = v.object({
	/** False for a dry run, and if records were refused without permission to leave them out. */
	written: v.boolean(),
	electionIds: v.array(Id),
	counts: v.object({ create: Count, update: Count, same: Count, refuse: Count }),
	/** Refused records first, then by line; at most a thousand. */
	changes: v.array(PlannedChange),
	cut: v.boolean(),
	notes: v.optional(v.array(v.object({ file: v.string(), line: Count, message: v.string() }))),
	/** How further columns of tables of policies were read. Another reading can be requested. */
	columns: v.optional(v.array(TableColumn)),
	/** Dates that could be month first or day first; refused until `dateOrder` is set. */
	ambiguousDates: v.optional(v.array(v.string())),
	/** For dry runs with refused records: the result of importing the rest. */
	partial: v.optional(
		v.object({
			counts: v.object({ create: Count, update: Count, same: Count }),
			/** Refused records and the records that depend on them. */
			leftOut: Count,
			files: v.array(TextFile),
		}),
	),
})
export type ImportReport = v.InferOutput<typeof ImportReport>

const COLUMNS_MAX = 1000

export const transfer = {
	import: endpoint({
		method: 'POST',
		path: '/admin/imports',
		access: 'admin',
		summary:
			'Import elections with candidates, policies, positions, and quizzes from JSON, CSV, or files of other voting advice applications. All or nothing, unless the request skips refused records. A dry run only reports the changes.',
		body: v.object({
			files: v.pipe(
				v.array(TextFile, 'Choose a file'),
				v.minLength(1, 'Choose a file'),
				v.maxLength(20, 'must be at most 20 files'),
			),
			dryRun: v.boolean('must be true or false'),
			dateOrder: v.optional(v.picklist(DATE_ORDERS, `must be one of ${DATE_ORDERS.join(', ')}`)),
			/** Reads these columns so. Others are read as positions if most of their cells are. */
			columns: v.optional(
				v.pipe(
					v.array(TableColumn),
					v.maxLength(COLUMNS_MAX, `must be at most ${COLUMNS_MAX} columns`),
				),
			),
			/** Imports without the refused records, if their number equals this count from the dry run. */
			leaveOut: v.optional(
				v.pipe(
					v.number('must be a whole number'),
					v.integer('must be a whole number'),
					v.minValue(0, 'must be at least 0'),
				),
			),
		}),
		reply: ImportReport,
		idempotent: true,
		maxBytes: IMPORT_MAX_BYTES,
	}),
	importTemplates: endpoint({
		method: 'GET',
		path: '/admin/imports/templates',
		access: 'admin',
		summary: 'Get the CSV import templates, with an example row each.',
		reply: v.object({ files: v.array(TextFile) }),
	}),
	export: endpoint({
		method: 'GET',
		path: '/admin/elections/:id/export',
		access: 'admin',
		summary:
			'Export an election with candidates, policies, positions, and quizzes as one JSON file or one CSV file per table, or as a bulk import of OpenVAA.',
		params: idParams('id'),
		query: v.object({
			format: v.optional(
				v.picklist(TRANSFER_FORMATS, `must be one of ${TRANSFER_FORMATS.join(', ')}`),
				'json',
			),
		}),
		reply: v.object({ files: v.array(TextFile) }),
	}),
} as const
