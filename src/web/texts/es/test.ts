import type { test as english } from '../en/test.ts'

export const test: typeof english = {
	title: 'Test de propuestas políticas',
	loading: 'Cargando el test de propuestas',
	notLoaded: 'No se pudo cargar esta parte del test',
	notLoadedWhy: 'Conéctate y vuelve a cargar la página.',
	kept: 'Todo lo que has respondido está guardado en este dispositivo.',
	reload: 'Volver a cargar',
	progress: 'Progreso',
	place: (number, total) => `${number} de ${total}`,
	how: 'Toca una candidatura o desliza la tarjeta hacia su lado.',
	guess: 'Tu respuesta',
	firstTen: 'Ya has respondido a diez.',
	saved: 'Tus diez primeras respuestas están guardadas.',
	results: 'Ver resultados',
	question: 'Pregunta',
	whose: '¿De quién es esta propuesta?',
	right: 'Correcto',
	notQuite: 'No',
	lastOne: (owner) => `La anterior era de ${owner}.`,
	refused: 'Tu última respuesta no se aceptó. En tus resultados verás por qué.',
	guessFailed: 'No se pudo enviar tu respuesta. Inténtalo de nuevo.',
}
