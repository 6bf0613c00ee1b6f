import type { activity as english } from '../activity.ts'

export const activity: typeof english = {
	title: 'Mi actividad',
	show: 'Mostrar',
	filters: { ALL: 'Todos', IN_PROGRESS: 'En curso', COMPLETED: 'Completados' },
	filter: (name, count) => `${name} (${count})`,
	states: { IN_PROGRESS: 'En curso', COMPLETED: 'Completado' },
	unsent: 'Sin enviar',
	notCounted: 'No cuenta',
	progressOf: (quiz) => `Progreso de ${quiz}`,
	answered: (answered, total) =>
		total === 1
			? `${answered} de 1 pregunta respondida`
			: `${answered} de ${total} preguntas respondidas`,
	continue: 'Continuar el cuestionario',
	completedOn: (day) => `Completado el ${day}`,
	results: 'Ver los resultados',
	none: 'Aún no hay cuestionarios aquí',
	noneWhy: 'Los que hagas aparecerán aquí, para seguir con ellos o volver a verlos.',
	noneOf: (filter) => `No hay cuestionarios en «${filter}»`,
	others: (count, shown) =>
		count === 1 ? 'Hay 1 cuestionario en «Todos».' : `Hay ${shown} cuestionarios en «Todos».`,
	showAll: 'Mostrar todos',
	takeQuiz: 'Hacer un cuestionario',
	findElections: 'Buscar elecciones',
	loading: 'Cargando tus cuestionarios',
	loadFailed: 'No se pudo cargar el historial de cuestionarios',
	retry: 'Reintentar',
	nothingHere: 'Aún no hay nada en este dispositivo',
	nothingHereWhy:
		'Los cuestionarios que hagas aquí aparecen al momento, también sin conexión. Para ver los que hiciste en otro lugar hace falta conexión una vez.',
}
