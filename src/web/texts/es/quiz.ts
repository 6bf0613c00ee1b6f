import type { quiz as english } from '../en/quiz.ts'

export const quiz: typeof english = {
	title: 'Cuestionario',
	loading: 'Cargando el cuestionario',
	tryAgain: 'Intentar de nuevo',
	backToElections: 'Volver a las elecciones',
	backToQuiz: 'Volver al cuestionario',
	myActivity: 'Mi actividad',
	viewElections: 'Ver todas las elecciones',
	browseOthers: 'Ver otros cuestionarios',

	election: 'Elecciones',
	howItWorks: 'Cómo funciona',
	steps: {
		statements: 'Verás propuestas en orden mezclado, más o menos las mismas por candidatura.',
		SCALE: 'Desliza cada tarjeta o toca una de las cinco respuestas.',
		BINARY: 'Toca «A favor» o «En contra» en cada propuesta.',
		POLICY_PICK: 'Marca las propuestas que quieres, seis o más, y envíalas.',
		change: 'Puedes cambiar tus respuestas hasta que termines.',
		end: 'Al final verás cuánto coincides con cada candidatura, y por qué.',
	},
	noNames: 'No se muestra ningún nombre. Hasta el final no verás de quién es cada propuesta.',
	policyCount: (count) => (count === 1 ? '1 propuesta validada' : `${count} propuestas validadas`),
	inProgress: (answered, total) =>
		`En curso: ${answered} de ${total} ${total === 1 ? 'pregunta respondida' : 'preguntas respondidas'}`,
	start: 'Empezar el cuestionario',
	consent:
		'Tus respuestas muestran opiniones políticas. Al hacer este cuestionario aceptas que el servidor de este sitio las guarde en tu cuenta hasta que la borres. Tu navegador guarda una copia si puede.',
	yourData: 'Tus datos',
	goOn: 'Continuar el cuestionario',
	cannotStart: 'No se puede empezar el cuestionario',
	needsTwo: 'Este cuestionario necesita al menos 2 candidaturas.',
	cannotTake: 'Ahora no puedes hacer este cuestionario.',
	notHere: 'Conéctate una vez para cargar este cuestionario',
	notHereText:
		'Sus propuestas aún no están en este dispositivo. Cuando estén, podrás hacerlo sin conexión.',

	alreadyCompleted: 'Ya has completado este cuestionario.',
	completedOn: (day) => `Lo terminaste el ${day}.`,
	replaces: 'Si lo repites, el nuevo resultado sustituye a este.',
	viewResults: 'Ver los resultados',
	reset: 'Repetir el cuestionario',

	question: 'Pregunta',
	progress: 'Progreso',
	previous: 'Propuesta anterior',
	back: 'Anterior',
	place: (number, total) => `${number} de ${total}`,
	announced: (number, total, statement) => `Propuesta ${number}, ${total} en total: ${statement}`,
	yourAnswer: 'Tu respuesta',
	skip: 'Saltar',
	skippedOne: 'Saltada. Puedes volver a ella.',
	neutralCounts: '«Neutro» cuenta como respuesta.',
	skipLeavesOut: 'Si saltas una propuesta, no cuenta.',
	seeResultsNow: 'Ver ya los resultados',
	left: (count) => (count === 1 ? 'queda 1' : `quedan ${count}`),
	placeOfSkipped: (number, total) => `Saltadas: ${number} de ${total}`,
	skippedCount: (count) =>
		count === 1 ? 'Has saltado 1 propuesta' : `Has saltado ${count} propuestas`,
	skippedText:
		'Las propuestas que has saltado no cuentan en tus resultados. Todavía puedes responderlas.',
	moreNeeded: (count) =>
		count === 1
			? 'Para ver tus resultados falta al menos 1 respuesta.'
			: `Para ver tus resultados faltan al menos ${count} respuestas.`,
	answerSkipped: 'Responder las propuestas saltadas',
	seeResults: 'Ver los resultados',
	swipeHint: 'Desliza a la derecha si estás a favor, a la izquierda si estás en contra',
	highPriority: 'Prioridad alta',
	complexTopic: 'Tema complejo',
	unclear: 'Esta propuesta puede necesitar una aclaración.',
	background: 'Contexto',
	source: 'Fuente:',
	close: 'Cerrar',

	which: '¿Cuáles de estas propuestas quieres?',
	pickAtLeast: (count) => `Elige al menos ${count}.`,
	needMore: (count) => (count === 1 ? 'Falta 1 propuesta' : `Faltan ${count} propuestas`),
	selected: (count) => (count === 1 ? '1 elegida' : `${count} elegidas`),
	submit: 'Enviar',
	submitting: 'Enviando...',

	howToAnswer: 'Cómo responder',
	tutorial: {
		swipe:
			'Desliza a la derecha si estás a favor, a la izquierda si no. Desliza más para decir «muy».',
		tapFive: 'O toca una respuesta: el pulgar relleno significa «muy».',
		tapTwo: 'Toca el pulgar arriba si estás a favor, o abajo si estás en contra.',
		skip: 'Salta una y vuelve después.',
		tick: 'Marca las propuestas que quieres, seis o más.',
		submitAll: 'Luego envíalas todas a la vez.',
	},
	gotIt: '¡Entendido!',

	lastOne: 'Esa era la última',
	yourResults: 'Tus resultados',
	workingOut: 'Calculando tus resultados...',

	noSession: 'No se ha encontrado ninguna sesión válida. Vuelve a empezar el cuestionario.',
	noQuiz: 'No hay ningún cuestionario elegido',
	noMore: 'No quedan más preguntas.',
	loadFailed: 'No se pudo cargar tu intento. Inténtalo de nuevo.',
	questionFailed: 'No se pudo cargar la pregunta. Inténtalo de nuevo.',
	stateFailed: 'No se pudo consultar el estado del cuestionario.',
	candidatesFailed: 'No se pudieron cargar las candidaturas. Inténtalo de nuevo.',
	policiesFailed: 'No se pudieron cargar las propuestas de las candidaturas. Inténtalo de nuevo.',
	introFailed: 'No se pudieron cargar los datos del cuestionario. Inténtalo de nuevo.',
	validateFailed: 'No se pudo comprobar el cuestionario. Inténtalo de nuevo.',
	unable: {
		start: 'No se puede empezar el cuestionario. Inténtalo de nuevo.',
		reset: 'No se puede repetir el cuestionario. Inténtalo de nuevo.',
		answer: 'No se puede guardar tu respuesta. Inténtalo de nuevo.',
		complete: 'No se puede completar el cuestionario. Inténtalo de nuevo.',
	},
	failed: {
		start: 'No se pudo empezar el cuestionario. Inténtalo de nuevo.',
		reset: 'No se pudo repetir el cuestionario. Inténtalo de nuevo.',
		answer: 'No se pudo guardar tu respuesta. Inténtalo de nuevo.',
		complete: 'No se pudo completar el cuestionario. Inténtalo de nuevo.',
	},
	noRoomToStart:
		'Este dispositivo no tiene espacio, así que el cuestionario no ha empezado. Libera espacio e inténtalo de nuevo.',
	noRoomToAnswer:
		'Este dispositivo no tiene espacio, así que tu respuesta no se ha guardado. Libera espacio y responde otra vez.',
	noRoomToComplete:
		'Este dispositivo no tiene espacio, así que el cuestionario no se ha completado. Libera espacio e inténtalo de nuevo.',
}
