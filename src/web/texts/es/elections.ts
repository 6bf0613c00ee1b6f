import type { elections as english } from '../elections.ts'

export const elections: typeof english = {
	title: 'Elecciones',
	heading: '¿Dónde votas?',
	search: 'Buscar elecciones',
	searchHint: 'Nombre, estado, condado o ciudad',
	found: (count, shown) =>
		count === 1 ? 'Se encontró 1 elección' : `Se encontraron ${shown} elecciones`,
	noMatch: (query) => `Ninguna elección coincide con «${query}»`,
	tryAnother: 'Prueba con otro nombre o lugar.',
	none: 'No hay elecciones activas por el momento.',
	loading: 'Cargando elecciones',
	loadFailed: 'No se pudieron cargar los datos. Inténtalo de nuevo.',
	error: (error) => `Error al cargar las elecciones: ${error}`,
	retry: 'Reintentar',
	needsConnection: 'Para ver las elecciones hace falta conexión una vez',
	needsConnectionWhy:
		'Este dispositivo aún no las ha recibido. Después podrás hacer sin conexión los cuestionarios de las elecciones que abras o guardes, desde la primera respuesta hasta los resultados.',

	quizzes: 'Cuestionarios',
	how: {
		SCALE: 'De muy en contra a muy a favor',
		BINARY: 'A favor o en contra',
		POLICY_PICK: 'Elige las propuestas que quieres',
	},
	notFound: 'No se encontró la elección',
	back: 'Volver a las elecciones',
	noQuizzes: 'No hay cuestionarios comparativos activos',
	lookLater: 'Vuelve a mirar más tarde.',
	loadingQuizzes: 'Cargando cuestionarios',
	quizzesNeedConnection: 'Para esta elección hace falta conexión una vez',
	quizzesNeedConnectionWhy:
		'Sus cuestionarios aún no están en este dispositivo. En cuanto lo estén, podrás hacerlos sin conexión.',

	pack: {
		save: 'Guardar para usar sin conexión',
		keep: 'Conservar para usar sin conexión',
		resume: 'Seguir guardando',
		retry: 'Reintentar',
		cancel: 'Cancelar',
		remove: 'Quitar',
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
		incomplete: 'El servidor no lo envió todo. Inténtalo más tarde.',
		unread: 'No se pudo leer del servidor. Inténtalo de nuevo.',
	},
	removal: {
		title: '¿Quitarla de este dispositivo?',
		someRoom: 'algo de espacio',
		textOnline: (room) =>
			`Esto libera ${room}. Tus respuestas y resultados se conservan, y podrás terminar los cuestionarios que hayas empezado. Para empezar otro hará falta conexión.`,
		textOffline: (room) =>
			`Esto libera ${room}. Tus respuestas y resultados se conservan, y podrás terminar los cuestionarios que hayas empezado. No podrás empezar otro hasta que vuelvas a tener conexión.`,
		keep: 'Conservarla',
		remove: 'Quitar',
		failed: 'No se pudo quitar. Inténtalo de nuevo.',
	},
}
