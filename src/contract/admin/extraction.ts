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

/** What keeps a statement from being put to voters as it is, and the words, from `start` to before `end` in its text. */
const Concern = v.object({
	concern: v.string(),
	words: v.string(),
	start: v.number(),
	end: v.number(),
})

/** Why a figure is what it is: "+1 names a figure". */
const Reasons = v.nullish(v.record(v.string(), v.array(v.string())), {})

/** A policy as it is proposed. Whoever proposes it, it stands on a quote that is in the source to the letter. */
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
	/** The candidate's words, and where they begin in the stored source; null from servers that keep none. */
	quote: OptionalText,
	quoteStart: OptionalNumber,
	/** The heading that the quote stands under. */
	heading: OptionalText,
	/** 0 to 1: how much it reads like a commitment, and what speaks for that. */
	confidence: OptionalNumber,
	commitmentReasons: Texts,
	/** Of clarity, bias, effectiveness, complexity, importance and category. */
	reasons: Reasons,
	concerns: v.nullish(v.array(Concern), []),
	/** The page does not show the quote when it is opened. */
	hidden: v.nullish(v.boolean(), false),
	/** Who put it into these words. */
	engine: v.nullish(v.picklist(['BUILT_IN', 'MODEL']), 'BUILT_IN'),
})
export type ProposedPolicy = v.InferOutput<typeof ProposedPolicy>

/** What was found in the source and is not proposed, and why. */
const DroppedQuote = v.object({
	quote: v.string(),
	quoteStart: OptionalNumber,
	reason: v.string(),
	/** Of what says the same: the id of the policy that stays, and why it does. */
	kept: OptionalText,
	because: OptionalText,
})

const resultEntries = {
	/** SUCCESS, or what else became of it. */
	status: v.string(),
	policies: v.nullish(v.array(ProposedPolicy), []),
	/** How the figures come about, in words. */
	methodology: OptionalText,
	/** 0 to 1. */
	confidenceScore: OptionalNumber,
	warnings: Texts,
	errors: Texts,
}

export const ExtractionResult = v.object({
	...resultEntries,
	/** Of our own server: the extraction, which keeps the source. */
	extractionId: v.nullish(Id, null),
	dropped: v.nullish(v.array(DroppedQuote), []),
	/** How many sentences the source has. */
	sentences: OptionalNumber,
	words: OptionalNumber,
	/** What of the source was not read, because no visitor sees it: how many words, and as much of it as is kept. */
	leftOut: v.nullish(v.object({ words: Count, texts: v.array(v.string()) }), null),
})
export type ExtractionResult = v.InferOutput<typeof ExtractionResult>

/** An extraction, under way or ended. */
const Extraction = v.object({
	id: Id,
	candidateId: Id,
	status: v.picklist(EXTRACTION_STATES),
	/** What is being done, and how much of it: `done` of `total` parts, both 0 where that is not known. */
	stage: v.nullish(v.picklist(EXTRACTION_STAGES), null),
	done: Count,
	total: Count,
	kind: v.picklist(SOURCE_KINDS),
	/** The address, the file's name, or the first words of a text. */
	source: v.string(),
	/** What the source calls itself, once it is read. */
	title: OptionalText,
	/** ISO 8601. */
	createdAt: v.string(),
	/** When its policies were saved; null until then. ISO 8601. */
	savedAt: OptionalText,
	policyCount: Count,
	/** When it has ended. */
	result: v.nullish(ExtractionResult, null),
})
export type Extraction = v.InferOutput<typeof Extraction>

/** A source as it is stored: its text, and its blocks in order. */
const StoredSource = v.object({
	text: v.string(),
	blocks: v.array(
		v.object({
			kind: v.picklist(['heading', 'paragraph', 'bullet', 'other']),
			start: v.number(),
			end: v.number(),
			/** The page does not show it when it is opened. */
			hidden: v.optional(v.boolean()),
		}),
	),
	title: OptionalText,
	url: OptionalText,
})
export type StoredSource = v.InferOutput<typeof StoredSource>

const candidateId = requiredId('Candidate')
/** In base64 a file is a third longer; a text of two million characters has at most six million bytes. */
const maxBytes = Math.ceil((SOURCE_MAX_BYTES * 4) / 3) + 64 * 1024

/** A source as the specification's calls name it. */
const SimpleRequest = v.object({
	source: requiredText('Source', maxBytes),
	/** Whether `source` is the address of a page, and not a text. */
	url: v.optional(v.boolean('url must be true or false'), false),
	candidateId,
})

/** A source as the enhanced call names it: a file too, in base64. */
export const ExtractionRequest = v.object({
	/** Given by the client, so that it finds its extraction again; ours where it is left out. */
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
		/** May be left out where the extraction is named. */
		source: v.nullish(v.string(), ''),
		/** Of our own server: where the quotes and the source are kept. */
		extractionId: v.nullish(Uuid, null),
	}),
	/** Their quotes are looked up by their ids: nobody can put other words into a candidate's mouth. */
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
		summary: 'Propose policies from a page or a text, and wait for them.',
		body: SimpleRequest,
		reply: ExtractionResult,
		maxBytes,
	}),
	begin: endpoint({
		method: 'POST',
		path: '/admin/policies/extract/enhanced',
		access: 'admin',
		summary: 'Begin to propose policies from a page, a text or a file; its progress is asked for.',
		body: ExtractionRequest,
		reply: Extraction,
		status: 201,
		maxBytes,
	}),
	get: endpoint({
		method: 'GET',
		path: '/admin/policies/extractions/:id',
		access: 'admin',
		summary: 'An extraction: how far it is, and its result when it has ended.',
		params,
		reply: Extraction,
	}),
	ofCandidate: endpoint({
		method: 'GET',
		path: '/admin/policies/extractions/candidate/:candidateId',
		access: 'admin',
		summary:
			'Extractions of a candidate that are under way or wait to be saved, newest first, without their results.',
		params: idParams('candidateId'),
		reply: v.array(Extraction),
	}),
	source: endpoint({
		method: 'GET',
		path: '/admin/policies/extractions/:id/source',
		access: 'admin',
		summary: 'The source of an extraction as it is stored.',
		params,
		reply: StoredSource,
	}),
	cancel: endpoint({
		method: 'DELETE',
		path: '/admin/policies/extractions/:id',
		access: 'admin',
		summary: 'Cancel an extraction that is under way, or discard one that has ended.',
		params,
		reply: v.unknown(),
	}),
	save: endpoint({
		method: 'POST',
		path: '/admin/policies/simplified/extract-and-save',
		access: 'admin',
		summary: 'Save the policies of an extraction as they were reviewed: all of them or none.',
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
		summary: 'Whether extraction works, and who puts the statements into words.',
		reply: v.object({
			status: v.string(),
			/** BUILT_IN, or MODEL where one is configured. */
			engine: v.nullish(v.string(), 'BUILT_IN'),
			model: OptionalText,
			/** How many extractions are under way. */
			running: Count,
		}),
	}),
} as const
