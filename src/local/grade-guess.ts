import { answerText, DIGEST_LENGTH } from '#domain/knowledge-test.ts'
import type { StoredTestSession } from './db.ts'

const digestOf = async (subtle: SubtleCrypto, text: string): Promise<string> => {
	const bytes = await subtle.digest('SHA-256', new TextEncoder().encode(text))
	const hex = Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0'))
	return hex.join('').slice(0, DIGEST_LENGTH)
}

/**
 * Grades a guess on the device, by the salted digest that came with the session: whether it is right; null where this
 * cannot be told. Then the server will say.
 */
export const gradeGuess = async (
	{ salt, policies, candidate1, candidate2 }: StoredTestSession,
	policyId: string,
	candidateId: string,
): Promise<boolean | null> => {
	const digest = policies.find((policy) => policy.policyId === policyId)?.digest ?? null
	// Missing on pages without TLS, whatever its type says.
	const subtle: SubtleCrypto | undefined = globalThis.crypto?.subtle
	if (digest === null || salt === null || subtle === undefined) return null
	for (const candidate of [candidate1, candidate2]) {
		if ((await digestOf(subtle, answerText(salt, policyId, candidate.id))) === digest) {
			return candidate.id === candidateId
		}
	}
	// A digest of another making than ours.
	return null
}
