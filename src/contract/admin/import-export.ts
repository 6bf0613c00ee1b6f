import * as v from 'valibot'
import { IMPORT_MAX_BYTES } from '#domain/limits.ts'
import { DATE_ORDERS } from '#domain/written-forms.ts'
import { endpoint } from '../endpoint.ts'
import { Count, Id, idParams, OptionalText } from '../fields.ts'

/** A file by its name and what stands in it. */
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

export const TRANSFER_FORMATS = ['json', 'csv'] as const

/** What a line of a file comes to: a record is made, changed, left as it is, or refused with a reason. */
const PlannedChange = v.object({
	file: v.string(),
	/** From 1. */
	line: Count,
	table: v.picklist(['election', 'candidate', 'policy', 'quiz', 'knowledgeTest', 'file']),
	action: v.picklist(['create', 'update', 'same', 'refuse']),
	/** What the record is called. */
	name: v.string(),
	/** Why it is refused, or what changes; null where there is nothing to say. */
	message: OptionalText,
	/** What else should be known before it is written, one by one: that a quiz becomes active, and how fair it is not. */
	notes: v.optional(v.array(v.string())),
})
export type PlannedChange = v.InferOutput<typeof PlannedChange>

export const ImportReport = v.object({
	/** False for a dry run, and where anything was refused that was not to be left out. */
	written: v.boolean(),
	/** The elections that the files are about, in their order; empty where nothing was written. */
	electionIds: v.array(Id),
	counts: v.object({ create: Count, update: Count, same: Count, refuse: Count }),
	/** What is refused first, then line by line; a thousand at most. */
	changes: v.array(PlannedChange),
	/** Whether there are more changes than are listed. */
	cut: v.boolean(),
	/** What to know about the files that keeps nothing from being imported: columns that are ignored. */
	notes: v.optional(v.array(v.object({ file: v.string(), line: Count, message: v.string() }))),
	/** Dates that can be read as month first and as day first; they are refused until `dateOrder` says which. */
	ambiguousDates: v.optional(v.array(v.string())),
	/** Of a dry run in which something is refused: what an import of the rest would do. */
	partial: v.optional(
		v.object({
			counts: v.object({ create: Count, update: Count, same: Count }),
			/** Records that would be left out, with those that depend on refused ones. */
			leftOut: Count,
			/** The left out records as files that can be imported once they are corrected. */
			files: v.array(TextFile),
		}),
	),
})
export type ImportReport = v.InferOutput<typeof ImportReport>

export const transfer = {
	import: endpoint({
		method: 'POST',
		path: '/admin/imports',
		access: 'admin',
		summary:
			'Import elections with candidates, policies and quizzes, from JSON or CSV: all or nothing, unless refused records are to be left out. A dry run says what would happen.',
		body: v.object({
			files: v.pipe(
				v.array(TextFile, 'Choose a file'),
				v.minLength(1, 'Choose a file'),
				v.maxLength(20, 'must be at most 20 files'),
			),
			dryRun: v.boolean('must be true or false'),
			dateOrder: v.optional(v.picklist(DATE_ORDERS, `must be one of ${DATE_ORDERS.join(', ')}`)),
			/** Imports without the refused records where exactly so many are left out, as the dry run said. */
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
		summary: 'CSV files with the columns of an import and an example row each.',
		reply: v.object({ files: v.array(TextFile) }),
	}),
	export: endpoint({
		method: 'GET',
		path: '/admin/elections/:id/export',
		access: 'admin',
		summary:
			'An election with candidates, policies and quizzes: one JSON file, or a CSV file per table.',
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
