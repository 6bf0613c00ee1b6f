import type { POLICY_CATEGORIES } from '#domain/types.ts'

/** What the categories of policies are called. */
const categoryNames: Readonly<Record<(typeof POLICY_CATEGORIES)[number], string>> = {
	ECONOMY: 'Economy',
	HEALTHCARE: 'Healthcare',
	EDUCATION: 'Education',
	ENVIRONMENT: 'Environment',
	SOCIAL: 'Social',
	FOREIGN_POLICY: 'Foreign policy',
	GOVERNANCE: 'Governance',
}

const names: Readonly<Record<string, string>> = categoryNames

/** What a category is called; its code, where a server has one that is not known here. */
export const categoryName = (code: string): string =>
	Object.hasOwn(names, code) ? (names[code] ?? code) : code
