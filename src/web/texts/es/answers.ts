import type { answers as english } from '../answers.ts'

export const answers: typeof english = {
	scale: {
		stronglyDisagree: 'Muy en contra',
		disagree: 'En contra',
		neutral: 'Neutro',
		agree: 'A favor',
		stronglyAgree: 'Muy a favor',
	},
	binary: { disagree: 'En contra', agree: 'A favor' },
	pick: { notPicked: 'Sin elegir', picked: 'Elegida' },
	none: 'Sin respuesta',
	types: { POLICY_PICK: 'Elección de propuestas', SCALE: 'Escala', BINARY: 'Sí o no' },
	candidates: (count) => (count === 1 ? '1 candidatura' : `${count} candidaturas`),
}
