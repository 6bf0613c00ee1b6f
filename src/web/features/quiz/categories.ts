import type { PolicyCategory } from '#domain/types.ts'

const LABELS: Readonly<Record<PolicyCategory, string>> = {
	ECONOMY: 'Economy',
	HEALTHCARE: 'Healthcare',
	EDUCATION: 'Education',
	ENVIRONMENT: 'Environment',
	SOCIAL: 'Social',
	FOREIGN_POLICY: 'Foreign policy',
	GOVERNANCE: 'Governance',
}

/** What a category is called; a server may name others, which then have no label. */
export const CATEGORY_LABELS: Readonly<Record<string, string | undefined>> = LABELS
