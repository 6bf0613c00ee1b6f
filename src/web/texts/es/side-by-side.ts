import type { sideBySide as english } from '../en/side-by-side.ts'

export const sideBySide: typeof english = {
	title: 'Comparación',
	compare: 'Comparar candidaturas',
	back: 'Volver a los resultados',
	close: 'Cerrar',
	you: 'Tú',
	unknown: 'No se sabe',

	filters: 'Propuestas que se muestran',
	all: (count) => `Todas: ${count}`,
	theyDiffer: (count) => `Discrepan entre sí · ${count}`,
	youDiffer: (count) => `Discrepas tú · ${count}`,
	theyAgree: 'Sus posturas conocidas no difieren en ninguna propuesta.',
	youAgree: 'Coincides con todas sus posturas conocidas.',

	candidates: (chosen, all) => `Candidaturas: ${chosen} de ${all}`,
	choose: 'Elige de dos a cuatro candidaturas.',

	near: 'Igual que tú o a un paso',
	far: 'Al otro lado',
	same: 'igual que tú',
	steps: (steps) => `a ${steps === 1 ? 'un paso' : `${steps} pasos`} de ti`,
	otherSide: 'al otro lado',

	alignment: 'de afinidad',
	onTopics: 'El porcentaje indica tu afinidad con la candidatura en ese tema.',
	onPicks:
		'El porcentaje es la parte de lo que tu elección en ese tema podía dar a la candidatura.',
	ownersOnly:
		'En este cuestionario, cada propuesta es de una sola candidatura. No se sabe qué opinan las demás.',
	byLot: 'El orden de las columnas se ha sorteado.',
	tap: 'Toca una propuesta para ver citas y fuentes.',

	statementOf: (number, total) => `Propuesta ${number} de ${total}`,
}
