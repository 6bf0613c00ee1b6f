import type { yourData as english, HeldCounts } from '../en/your-data.ts'

const count = (number: number, one: string, many: string): string =>
	`${number} ${number === 1 ? one : many}`

const unsent = ({ unsentAnswers, unsent: changes }: HeldCounts): string =>
	unsentAnswers > 0
		? count(unsentAnswers, 'respuesta sin enviar', 'respuestas sin enviar')
		: count(changes, 'cambio sin enviar', 'cambios sin enviar')

export const yourData: typeof english = {
	title: 'Tus datos',
	intro: 'Qué guarda Evenhand sobre ti y dónde:',
	onServer: 'En el servidor',
	onServerWhat:
		'Tu nombre de usuario, tu correo electrónico, un resumen cifrado de tu contraseña, tus cuestionarios con cada respuesta y cuándo la diste, lo que aceptaste al empezarlos, las solicitudes de una contraseña nueva y un registro de los cambios en tu cuenta.',
	onDevice: 'En este dispositivo',
	onDeviceWhat:
		'Una copia de tus cuestionarios, lo que hiciste y aún no se ha enviado, las elecciones que guardaste y los ajustes. Solo está en este navegador.',
	tests: 'Tests de propuestas',
	testsWhat:
		'No pertenecen a ninguna cuenta. El servidor los guarda sin saber de quién son, así que no puede entregarlos ni borrarlos con tu cuenta. Los de este dispositivo están en tu descarga y se van del dispositivo con todo lo demás.',
	download: 'Descargar mis datos',
	downloadWhat: 'Un archivo (JSON) con todo, pero sin tu contraseña y sin lo que inicia tu sesión.',
	reading: 'Leyendo tus datos...',
	saved: (name) => `Guardado como ${name}.`,
	downloadFailed: 'No se pudieron leer tus datos del servidor. Inténtalo de nuevo.',
	deviceFailed: 'No se pudieron leer tus datos de este dispositivo. Inténtalo de nuevo.',
	offline:
		'Sin conexión. Lo que guarda el servidor la necesita; lo que guarda este dispositivo, no.',
	downloadDevice: 'Descargar la parte de este dispositivo',
	missing: 'Falta la parte del servidor: no se pudo acceder a él cuando se creó este archivo.',
	notes: [
		'Todas las fechas y horas están en UTC.',
		'No se incluye lo que inicia tu sesión, el resumen cifrado de tu contraseña ni los secretos de los enlaces para cambiarla.',
		'Los tests de propuestas no pertenecen a ninguna cuenta: aparecen los del dispositivo que creó este archivo.',
	],
	erase: 'Borrar mi cuenta',
	eraseWhat:
		'Se borra todo lo que hay sobre ti, en el servidor y en este dispositivo. No se puede deshacer.',
	eraseTitle: '¿Borrar tu cuenta?',
	eraseIntro: 'Esto se borra para siempre, en el servidor y en este dispositivo:',
	account:
		'Tu cuenta. Se cierra la sesión en todos los dispositivos; las copias de otros navegadores se quedan hasta que las quites allí',
	quizzes: ({ quizzes }) =>
		`${count(quizzes, 'cuestionario', 'cuestionarios')} con todas las respuestas y los resultados`,
	unsent,
	refused: ({ refused }) =>
		`${count(refused, 'cambio', 'cambios')} que el servidor no ha aceptado; no hay más copia que la que descargues`,
	knowledgeTests: ({ knowledgeTests }) =>
		`${count(knowledgeTests, 'test de propuestas', 'tests de propuestas')} en este dispositivo`,
	password: 'Contraseña',
	passwordWhy: 'Para asegurarnos de que eres tú, escribe tu contraseña.',
	cancel: 'Cancelar',
	eraseAll: 'Borrar todo',
	erasing: 'Borrando...',
	eraseFailed: 'No se pudo borrar tu cuenta. Inténtalo de nuevo.',
	eraseUnclear:
		'El servidor no ha respondido, así que aún no se puede saber si tu cuenta se ha borrado. Comprueba tu conexión e inténtalo de nuevo.',
	eraseOffline:
		'Para borrar tu cuenta hace falta conexión. Lo que has escrito se queda aquí hasta que la haya.',
	erased: 'Tu cuenta y todo lo que se guardaba sobre ti se han borrado.',
	erasedButHere:
		'Tu cuenta se ha borrado, pero este navegador no ha eliminado su copia. Borra los datos de este sitio en los ajustes del navegador.',
	settling: 'Comprobando si tu cuenta se ha borrado...',
	unsettled:
		'Aún no se puede saber si tu cuenta se ha borrado: el servidor no responde. Se le volverá a preguntar cuando vuelva la conexión.',
	remove: 'Quitar solo de este dispositivo',
	removeWhat: 'Tu cuenta se queda, y también todo lo que se ha enviado.',
	removeTitle: '¿Quitar tus datos de este dispositivo?',
	removeIntro:
		'Se cierra tu sesión y esto se va del dispositivo. Tu cuenta se queda, y también todo lo que se ha enviado:',
	copies: ({ quizzes }) =>
		`La copia de ${count(quizzes, 'cuestionario', 'cuestionarios')} en este navegador y lo que guardaste para usar sin conexión`,
	removeAll: 'Quitar y cerrar sesión',
	removing: 'Quitando...',
	removed: 'Todo lo tuyo se ha quitado de este dispositivo. Tu cuenta sigue ahí.',
	removedNot:
		'Este navegador no lo ha eliminado todo. Borra los datos de este sitio en los ajustes del navegador.',
}
