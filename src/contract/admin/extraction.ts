import * as v from 'valibot'
import {
	EXTRACTION_STAGES,
	EXTRACTION_STATES,
	SOURCE_KINDS,
	SOURCE_MAX_BYTES,
	SOURCE_NAME_MAX,
} from '#domain/limits.ts'
import { endpoint } from '../endpoint.ts'
import { Count, Id, idParams, OptionalNumber, OptionalText, Uuid } from '../fields.ts'
import { requiredId, requiredText } from './fields.ts'
import { ReviewedPolicy } from './policies.ts'

const Texts = v.nullish(v.array(v.string()), [])

/** A reason not to show a statement to voters as is, with the words at `start` to `end` (exclusive) in its text. */
const Concern = v.object({
	concern: v.string(),
	words: v.string(),
	start: v.number(),
	end: v.number(),
})

const Reasons = v.nullish(v.record(v.string(), v.array(v.string())), {})

/** A proposed policy. Its quote occurs verbatim in the source, whichever engine proposed it. */
export const ProposedPolicy = v.object({
	id: v.nullish(Id, null),
	text: v.string(),
	category: v.nullish(v.string(), 'GOVERNANCE'),
	importance: OptionalNumber,
	suggestedImportance: OptionalNumber,
	complexityLevel: OptionalNumber,
	clarityScore: OptionalNumber,
	biasScore: OptionalNumber,
	effectivenessScore: OptionalNumber,
	priority: OptionalNumber,
	prioritySource: OptionalText,
	validationStatus: v.nullish(v.string(), 'PENDING'),
	keywords: Texts,
	/** The candidate's words and their offset in the stored source; null if the server does not store sources. */
	quote: OptionalText,
	quoteStart: OptionalNumber,
	heading: OptionalText,
	/** 0 to 1: likelihood that this is a commitment, with the reasons. */
	confidence: OptionalNumber,
	commitmentReasons: Texts,
	/** Keyed by clarity, bias, effectiveness, complexity, importance and category. */
	reasons: Reasons,
	concerns: v.nullish(v.array(Concern), []),
	/** Why no clean statement could be made, so that the text is the quote; codes of `REWORDING`. Empty if one was made. */
	rewording: Texts,
	/** Needs rewording or is unsure: to be shown after the others, folded away. */
	weak: v.nullish(v.boolean(), false),
	/** The page initially hides the quote. */
	hidden: v.nullish(v.boolean(), false),
	engine: v.nullish(v.picklist(['BUILT_IN', 'MODEL']), 'BUILT_IN'),
})
export type ProposedPolicy = v.InferOutput<typeof ProposedPolicy>

const DroppedQuote = v.object({
	quote: v.string(),
	quoteStart: OptionalNumber,
	reason: v.string(),
	/** For duplicates: id of the policy that was kept, and the reason. */
	kept: OptionalText,
	because: OptionalText,
})

/** Shares of proposals, 0 to 1, that reviewers can use as they are, must edit, or cannot use. */
const Shares = v.object({ usable: v.number(), edit: v.number(), unusable: v.number() })

const resultEntries = {
	status: v.string(),
	/** By confidence: those that are not weak first. */
	policies: v.nullish(v.array(ProposedPolicy), []),
	methodology: OptionalText,
	/** 0 to 1. */
	confidenceScore: OptionalNumber,
	warnings: Texts,
	errors: Texts,
}

const LeftOutTexts = { words: Count, texts: v.array(v.string()) }

export const ExtractionResult = v.object({
	...resultEntries,
	/** Id of the stored extraction; only our server sends it. */
	extractionId: v.nullish(Id, null),
	dropped: v.nullish(v.array(DroppedQuote), []),
	sentences: OptionalNumber,
	words: OptionalNumber,
	/** What usually becomes of proposals, measured on judged documents; for `first` those that are not weak. */
	usual: v.nullish(v.object({ first: Shares, weak: Shares }), null),
	/** Text that was not searched for policies: word count, and by reason with stored excerpts. */
	leftOut: v.nullish(
		v.object({
			...LeftOutTexts,
			groups: v.nullish(v.array(v.object({ reason: v.string(), ...LeftOutTexts })), []),
		}),
		null,
	),
})
export type ExtractionResult = v.InferOutput<typeof ExtractionResult>

const Extraction = v.object({
	id: Id,
	candidateId: Id,
	status: v.picklist(EXTRACTION_STATES),
	/** Current stage and its progress: `done` of `total` parts, both 0 if unknown. */
	stage: v.nullish(v.picklist(EXTRACTION_STAGES), null),
	done: Count,
	total: Count,
	kind: v.picklist(SOURCE_KINDS),
	source: v.string(),
	title: OptionalText,
	createdAt: v.string(),
	/** ISO 8601; null until the policies are saved. */
	savedAt: OptionalText,
	policyCount: Count,
	result: v.nullish(ExtractionResult, null),
})
export type Extraction = v.InferOutput<typeof Extraction>

const StoredSource = v.object({
	text: v.string(),
	blocks: v.array(
		v.object({
			kind: v.picklist(['heading', 'paragraph', 'bullet', 'other']),
			start: v.number(),
			end: v.number(),
			hidden: v.optional(v.boolean()),
		}),
	),
	title: OptionalText,
	url: OptionalText,
})
export type StoredSource = v.InferOutput<typeof StoredSource>

const candidateId = requiredId('Candidate')
/** Base64 adds a third. A text of two million characters has at most six million bytes. */
const maxBytes = Math.ceil((SOURCE_MAX_BYTES * 4) / 3) + 64 * 1024

const SimpleRequest = v.object({
	source: requiredText('Source', maxBytes),
	url: v.optional(v.boolean('url must be true or false'), false),
	candidateId,
})

/** Source of an extraction, in the enhanced form: also a file, in base64. */
export const ExtractionRequest = v.object({
	/** Client-generated, so that the client can find its extraction again; otherwise assigned by the server. */
	id: v.nullish(Uuid),
	candidateId,
	kind: v.picklist(SOURCE_KINDS, `Kind must be one of ${SOURCE_KINDS.join(', ')}`),
	source: requiredText('Source', maxBytes),
	fileName: v.nullish(
		v.pipe(v.string(), v.trim(), v.maxLength(SOURCE_NAME_MAX, 'File name is too long')),
		null,
	),
})
export type ExtractionRequest = v.InferOutput<typeof ExtractionRequest>

const SaveRequest = v.object({
	extractionRequest: v.object({
		...SimpleRequest.entries,
		source: v.nullish(v.string(), ''),
		extractionId: v.nullish(Uuid, null),
	}),
	/** The server looks quotes up by policy id, so that clients cannot alter a candidate's words. */
	editedPolicies: v.pipe(
		v.array(ReviewedPolicy, 'must be a list of policies'),
		v.minLength(1, 'At least one policy is required'),
		v.maxLength(1000, 'At most 1000 policies can be saved at once'),
	),
})

const params = idParams('id')

export const policyExtraction = {
	extract: endpoint({
		method: 'POST',
		path: '/admin/policies/simplified/extract',
		access: 'admin',
		summary: 'Extract proposed policies from a page or a text and wait for the result.',
		body: SimpleRequest,
		reply: ExtractionResult,
		maxBytes,
	}),
	begin: endpoint({
		method: 'POST',
		path: '/admin/policies/extract/enhanced',
		access: 'admin',
		summary:
			'Start extracting proposed policies from a page, a text, or a file. Poll the extraction for progress.',
		body: ExtractionRequest,
		reply: Extraction,
		status: 201,
		maxBytes,
	}),
	get: endpoint({
		method: 'GET',
		path: '/admin/policies/extractions/:id',
		access: 'admin',
		summary: 'Get the progress of an extraction, and its result once it has ended.',
		params,
		reply: Extraction,
	}),
	ofCandidate: endpoint({
		method: 'GET',
		path: '/admin/policies/extractions/candidate/:candidateId',
		access: 'admin',
		summary: 'List a candidate’s running and unsaved extractions, newest first, without results.',
		params: idParams('candidateId'),
		reply: v.array(Extraction),
	}),
	source: endpoint({
		method: 'GET',
		path: '/admin/policies/extractions/:id/source',
		access: 'admin',
		summary: 'Get the stored source of an extraction.',
		params,
		reply: StoredSource,
	}),
	cancel: endpoint({
		method: 'DELETE',
		path: '/admin/policies/extractions/:id',
		access: 'admin',
		summary: 'Cancel a running extraction or discard an ended one.',
		params,
		reply: v.unknown(),
	}),
	save: endpoint({
		method: 'POST',
		path: '/admin/policies/simplified/extract-and-save',
		access: 'admin',
		summary: 'Save the reviewed policies of an extraction, all or none.',
		body: SaveRequest,
		reply: v.object({
			status: v.string(),
			errors: Texts,
			warnings: Texts,
			totalSaved: Count,
			savedPolicies: v.nullish(v.array(v.object({ id: Id, text: v.string() })), []),
		}),
		idempotent: true,
		maxBytes: 2 * 1024 * 1024 + maxBytes,
	}),
	health: endpoint({
		method: 'GET',
		path: '/admin/policies/simplified/health',
		access: 'admin',
		summary: 'Check the extraction service and name the engine that words the statements.',
		reply: v.object({
			status: v.string(),
			engine: v.nullish(v.string(), 'BUILT_IN'),
			model: OptionalText,
			running: Count,
		}),
	}),
} as const
