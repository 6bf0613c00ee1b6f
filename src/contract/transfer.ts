import * as v from 'valibot'
import { IMPORT_MAX_BYTES } from '#domain/manage-limits.ts'
import { endpoint } from './endpoint.ts'
import { Count, idParams } from './fields.ts'
import { Id, OptionalText } from './primitives.ts'

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
	/** False for a dry run, and where anything was refused: it is all or nothing. */
	written: v.boolean(),
	/** The elections that the files are about, in their order; empty where nothing was written. */
	electionIds: v.array(Id),
	counts: v.object({ create: Count, update: Count, same: Count, refuse: Count }),
	/** What is refused first, then line by line; a thousand at most. */
	changes: v.array(PlannedChange),
	/** Whether there are more changes than are listed. */
	cut: v.boolean(),
})
export type ImportReport = v.InferOutput<typeof ImportReport>

export const transfer = {
	import: endpoint({
		method: 'POST',
		path: '/admin/imports',
		access: 'admin',
		summary:
			'Import elections with candidates, policies and quizzes, from JSON or CSV: all or nothing. A dry run says what would happen.',
		body: v.object({
			files: v.pipe(
				v.array(TextFile, 'Choose a file'),
				v.minLength(1, 'Choose a file'),
				v.maxLength(20, 'must be at most 20 files'),
			),
			dryRun: v.boolean('must be true or false'),
		}),
		reply: ImportReport,
		idempotent: true,
		maxBytes: IMPORT_MAX_BYTES,
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
