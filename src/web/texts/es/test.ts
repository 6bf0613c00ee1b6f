import type { test as english } from '../en/test.ts'

export const test: typeof english = {
	title: 'Test de propuestas políticas',
	loading: 'Cargando el test',
	notLoaded: 'No se pudo cargar esta parte del test',
	notLoadedWhy: 'Conéctate y vuelve a cargar la página.',
	kept: 'Tus respuestas están guardadas en este dispositivo.',
	reload: 'Volver a cargar',
	progress: 'Progreso',
	place: (number, total) => `${number} de ${total}`,
	intro: (total) =>
		`${total === 10 ? 'Diez' : total} promesas reales, sin nombres. Luego compara todas las candidaturas según lo que piensas.`,
	free: 'Sin cuenta. Funciona sin conexión.',
	about: 'Acerca de',
	how: 'Toca una candidatura o desliza la tarjeta.',
	guess: 'Tu respuesta',
	question: 'Pregunta',
	whose: '¿De quién es esta propuesta?',
	right: 'Correcto',
	notQuite: 'No',
	lastOne: (owner) => `La anterior era de ${owner}.`,
	refused: 'Tu última respuesta no se pudo guardar. En tus resultados verás por qué.',
	guessFailed: 'No se pudo enviar tu respuesta. Inténtalo de nuevo.',
}
