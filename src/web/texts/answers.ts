import { inLanguage } from './language.ts'

/** Answers and types of quizzes in words. */
export const answers = inLanguage('answers', {
	scale: {
		stronglyDisagree: 'Strongly disagree',
		disagree: 'Disagree',
		neutral: 'Neutral',
		agree: 'Agree',
		stronglyAgree: 'Strongly agree',
	},
	binary: { disagree: 'Disagree', agree: 'Agree' },
	pick: { notPicked: 'Not picked', picked: 'Picked' },
	none: 'No answer',
	types: { POLICY_PICK: 'Policy Pick', SCALE: 'Scale Rating', BINARY: 'Yes/No' },
	candidates: (count: number): string => (count === 1 ? '1 candidate' : `${count} candidates`),
})
