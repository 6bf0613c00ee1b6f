import type { test as english } from '../test.ts'

export const test: typeof english = {
	title: 'Test de propuestas políticas',
	loading: 'Cargando el test de propuestas',
	notLoaded: 'No se pudo cargar esta parte del test',
	notLoadedWhy:
		'Todo lo que has respondido está guardado en este dispositivo. Conéctate y vuelve a cargar la página.',
	reload: 'Volver a cargar',
	progress: 'Progreso',
	place: (number, total) => `${number} de ${total}`,
	how: 'Toca una candidatura o desliza la tarjeta hacia su lado.',
	guess: 'Tu respuesta',
	saved: 'Tus diez primeras respuestas están guardadas. Sigue todo lo que quieras.',
	results: 'Ver resultados',
	question: 'Pregunta',
	whose: '¿De quién es esta propuesta?',
	outcome: (correct, owner) => `${correct ? 'Correcto' : 'No'}: la anterior era de ${owner}.`,
	guessFailed: 'No se pudo enviar tu respuesta. Inténtalo de nuevo.',
}
