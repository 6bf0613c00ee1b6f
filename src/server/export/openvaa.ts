import { POLICY_CATEGORIES } from '#domain/types.ts'
import { fileNameOf } from './export.ts'
import type { WholeCandidate, WholeElection, WholePolicy } from './load-election.ts'

/** Labels of the choices, from -2 to 2. */
const CHOICES = ['Strongly disagree', 'Disagree', 'Neutral', 'Agree', 'Strongly agree']

const en = (text: string) => ({ en: text })
const ref = (id: string) => ({ external_id: id })

const choiceOf = (value: number): string => String(value + 3)

/** The format has a given and a family name; joined, they give the name again. */
const namesOf = (name: string) => {
	const at = name.lastIndexOf(' ')
	return { first_name: name.slice(0, Math.max(at, 0)), last_name: name.slice(at + 1) }
}

interface Answer {
	readonly value: string
	readonly info?: { readonly en: string }
}

type Answers = ReadonlyMap<string, Record<string, Answer>>

/** Answers by candidate: 5 for what they own, and the validated positions. */
const answersOf = (
	candidates: readonly WholeCandidate[],
	policies: readonly WholePolicy[],
): Answers => {
	const answers = new Map<string, Record<string, Answer>>(candidates.map(({ id }) => [id, {}]))
	const add = (candidateId: string, policyId: string, answer: Answer): void => {
		const theirs = answers.get(candidateId)
		if (theirs !== undefined) theirs[policyId] = answer
	}
	for (const { id, candidateId, positions } of policies) {
		add(candidateId, id, { value: choiceOf(2) })
		for (const { candidateId: other, value, quote, status } of positions) {
			if (status !== 'VALIDATED') continue
			add(other, id, { value: choiceOf(value), ...(quote !== null && { info: en(quote) }) })
		}
	}
	return answers
}

const titleOf = (category: string): string =>
	category.charAt(0) + category.slice(1).toLowerCase().replaceAll('_', ' ')

/**
 * Writes an election as a bulk import of OpenVAA, with its validated statements and positions. The format has no status,
 * so that others are left out.
 */
export const toOpenVaaFile = ({ election, candidates }: WholeElection) => {
	const policies = candidates
		.flatMap((candidate) => candidate.policies)
		.filter(({ validationStatus }) => validationStatus === 'VALIDATED')
	const answers = answersOf(candidates, policies)
	const parties = [...new Set(candidates.flatMap(({ party }) => party ?? []))]
	const partyId = (party: string): string => `party-${parties.indexOf(party) + 1}`
	const place = [election.city, election.county, election.state, election.name].find(Boolean)
	const content = {
		elections: [
			{
				...ref(election.id),
				name: en(election.name),
				election_date: election.electionDate,
				constituency_groups: [ref('everywhere')],
			},
		],
		constituency_groups: [
			{ ...ref('everywhere'), name: en(place ?? ''), constituencies: [ref('whole')] },
		],
		constituencies: [{ ...ref('whole'), name: en(place ?? '') }],
		organizations: parties.map((party) => ({ ...ref(partyId(party)), name: en(party) })),
		candidates: candidates.map(({ id, name, party }) => ({
			...{ ...ref(id), ...namesOf(name) },
			...(party !== null && { organization: ref(partyId(party)) }),
			answersByExternalId: answers.get(id) ?? {},
		})),
		nominations: candidates.map(({ id }) => ({
			...{ ...ref(`nomination-${id}`), candidate: ref(id) },
			...{ election: ref(election.id), constituency: ref('whole') },
		})),
		question_categories: POLICY_CATEGORIES.map((category) => ({
			...ref(category),
			name: en(titleOf(category)),
			category_type: 'opinion',
		})),
		questions: policies.map(({ id, text, category, background }) => ({
			...{ ...ref(id), type: 'singleChoiceOrdinal', name: en(text), category: ref(category) },
			...(background !== null && { info: en(background) }),
			choices: CHOICES.map((label, index) => ({
				id: choiceOf(index - 2),
				label: en(label),
				normalizableValue: index + 1,
			})),
		})),
	}
	return {
		name: `${fileNameOf(election)}-openvaa.json`,
		text: `${JSON.stringify(content, null, '\t')}\n`,
	}
}
