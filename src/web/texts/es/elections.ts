import type {
	activity as englishActivity,
	answers as englishAnswers,
	elections as englishElections,
} from '../en/elections.ts'

export const elections: typeof englishElections = {
	title: 'Elecciones',
	heading: '¿Dónde votas?',
	search: 'Buscar elecciones',
	searchHint: 'Nombre, lugar, código postal o fecha',
	found: (count, shown) =>
		count === 1 ? 'Se encontró 1 elección' : `Se encontraron ${shown} elecciones`,
	noMatch: (query) => `Ninguna elección coincide con «${query}»`,
	tryAnother: 'Prueba con otro nombre o lugar.',
	jurisdictions: {
		FEDERAL: 'Federal',
		STATE: 'Estado',
		COUNTY: 'Condado',
		CITY: 'Ciudad',
		ZIP: 'Código postal',
	},
	past: 'Pasada',
	none: 'No hay elecciones activas por el momento.',
	loading: 'Cargando elecciones',
	loadFailed: 'No se pudieron cargar los datos. Inténtalo de nuevo.',
	error: (error) => `Error al cargar las elecciones: ${error}`,
	retry: 'Reintentar',
	needsConnection: 'Conéctate una vez para cargar las elecciones',
	needsConnectionWhy:
		'Aún no están en este dispositivo. Las elecciones que abras o guardes aquí también funcionan sin conexión.',

	quizzes: 'Cuestionarios',
	inProgress: (answered, total) => `En curso: ${answered} de ${total}`,
	completed: (day) => (day === null ? 'Completado' : `Completado el ${day}`),
	types: {
		SCALE: 'Cinco respuestas, de muy en contra a muy a favor.',
		BINARY: 'Dos respuestas para cada propuesta.',
		POLICY_PICK: 'Eliges seis o más de una lista.',
	},
	minutes: (count) => (count === 1 ? 'Alrededor de 1 min' : `Unos ${count} min`),
	minutesLeft: (count) => (count === 1 ? 'Queda alrededor de 1 min' : `Quedan unos ${count} min`),
	notFound: 'No se encontró la elección',
	back: 'Volver a las elecciones',
	noQuizzes: 'No hay cuestionarios comparativos activos',
	lookLater: 'Vuelve a mirar más tarde.',
	loadingQuizzes: 'Cargando cuestionarios',
	quizzesNeedConnection: 'Conéctate una vez para cargar esta elección',
	quizzesNeedConnectionWhy:
		'Sus cuestionarios aún no están en este dispositivo. Cuando estén, podrás hacerlos sin conexión.',

	pack: {
		save: 'Guardar para usar sin conexión',
		keep: 'Conservar para usar sin conexión',
		resume: 'Seguir guardando',
		retry: 'Reintentar',
		cancel: 'Cancelar',
		remove: 'Quitar',
		more: 'Detalles',
		less: 'Ocultar',
		actionOn: (action, election) => `${action}: ${election}`,
		progressOf: (election) => `Guardando ${election}`,
		steps: (done, total) => `${done} de ${total}`,
		saving: 'Guardando…',
		ready: 'Disponible sin conexión',
		saved: 'Guardada',
		updated: (moment) => `actualizada el ${moment}`,
		empty: 'Sin cuestionarios por el momento',
		away: 'Necesita conexión',
		absent: 'No disponible sin conexión',
		partly: 'Guardada en parte',
		part: (here, total) =>
			total === 1 ? `${here} de 1 candidatura` : `${here} de ${total} candidaturas`,
		partHere: (part) => `En el dispositivo: ${part}`,
		notUpdated: 'No se pudo actualizar',
		notSaved: 'No se pudo guardar',
		full: 'No queda espacio en este dispositivo.',
		incomplete: 'Faltan datos por llegar. Inténtalo más tarde.',
		unread: 'No se pudo leer la respuesta del servidor. Inténtalo de nuevo.',
	},
	removal: {
		title: '¿Quitarla de este dispositivo?',
		someRoom: 'algo de espacio',
		textOnline: (room) =>
			`Esto libera ${room}. Conservas tus respuestas y resultados, y puedes terminar los cuestionarios que hayas empezado. Para empezar otros necesitarás conexión.`,
		textOffline: (room) =>
			`Esto libera ${room}. Conservas tus respuestas y resultados, y puedes terminar los cuestionarios que hayas empezado. No podrás empezar otros hasta que vuelvas a tener conexión.`,
		keep: 'Conservarla',
		remove: 'Quitar',
		failed: 'No se pudo quitar. Inténtalo de nuevo.',
	},
}

export const activity: typeof englishActivity = {
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
	noneWhy: 'Aquí verás los cuestionarios que hagas. Podrás continuarlos o repasarlos.',
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
		'Los cuestionarios que hagas aquí aparecen al momento, también sin conexión. Conéctate una vez para cargar los de otros dispositivos.',
}

export const answers: typeof englishAnswers = {
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
