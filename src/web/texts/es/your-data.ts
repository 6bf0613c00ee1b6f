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
		'Tu nombre de usuario y tu correo electrónico. Tu contraseña, cifrada para que nadie pueda leerla. Tus cuestionarios: cada respuesta, cuándo la diste y lo que aceptaste al empezar. Las solicitudes de una contraseña nueva y un registro de los cambios en tu cuenta.',
	onDevice: 'En este dispositivo',
	onDeviceWhat:
		'Una copia de tus cuestionarios, lo que aún no se ha enviado, tus notas sobre los resultados, las elecciones guardadas y tus ajustes. Solo están en este navegador.',
	tests: 'Tests de propuestas',
	testsWhat:
		'Son anónimos, así que no podemos buscar los tuyos en el servidor para descargarlos o borrarlos. Los de este dispositivo están en tu descarga y se quitan de él con todo lo demás.',
	download: 'Descargar mis datos',
	downloadWhat: 'Un archivo (JSON) con todo, menos tu contraseña y tus claves de sesión.',
	reading: 'Leyendo tus datos...',
	saved: (name) => `Guardado como ${name}.`,
	downloadFailed: 'No se pudieron leer tus datos del servidor. Inténtalo de nuevo.',
	deviceFailed: 'No se pudieron leer tus datos de este dispositivo. Inténtalo de nuevo.',
	offline: 'Sin conexión. Solo puedes descargar lo que está en este dispositivo.',
	downloadDevice: 'Descargar lo que hay en este dispositivo',
	missing: 'Aquí falta lo que guarda el servidor, que no respondió cuando se creó este archivo.',
	notes: [
		'Todas las fechas y horas están en UTC.',
		'No se incluyen tus claves de sesión, el resumen cifrado de tu contraseña ni los secretos de los enlaces para cambiarla.',
		'Los tests de propuestas no pertenecen a ninguna cuenta. Este archivo contiene los del dispositivo que lo creó.',
	],
	erase: 'Borrar mi cuenta',
	eraseWhat:
		'Se borrará todo lo que hay sobre ti, en el servidor y en este dispositivo. No se puede deshacer.',
	eraseTitle: '¿Borrar tu cuenta?',
	eraseIntro: 'Esto se borrará definitivamente, en el servidor y en este dispositivo:',
	account:
		'Tu cuenta. Se cierra la sesión en todos los dispositivos. Las copias de otros navegadores se quedan hasta que las quites allí',
	quizzes: ({ quizzes }) =>
		`${count(quizzes, 'cuestionario', 'cuestionarios')} con todas las respuestas y los resultados`,
	unsent,
	refused: ({ refused }) =>
		`${count(refused, 'cambio', 'cambios')} que el servidor no ha aceptado. La única otra copia es la que descargues`,
	knowledgeTests: ({ knowledgeTests }) =>
		`${count(knowledgeTests, 'test de propuestas', 'tests de propuestas')} en este dispositivo`,
	password: 'Contraseña',
	passwordWhy: 'Escribe tu contraseña para confirmar que eres tú.',
	cancel: 'Cancelar',
	eraseAll: 'Borrar todo',
	erasing: 'Borrando...',
	eraseFailed: 'No se pudo borrar tu cuenta. Inténtalo de nuevo.',
	eraseUnclear:
		'El servidor no ha respondido, así que aún no sabemos si tu cuenta se ha borrado. Comprueba tu conexión e inténtalo de nuevo.',
	eraseOffline:
		'Necesitas conexión para borrar tu cuenta. Lo que has escrito se queda aquí hasta que la tengas.',
	erased: 'Tu cuenta y todo lo que guardábamos sobre ti se han borrado.',
	erasedButHere:
		'Tu cuenta se ha borrado, pero este navegador no pudo borrar su copia. Borra los datos de este sitio en los ajustes del navegador.',
	settling: 'Comprobando si tu cuenta se ha borrado...',
	unsettled:
		'El servidor no responde, así que aún no sabemos si tu cuenta se ha borrado. Lo volveremos a comprobar automáticamente.',
	remove: 'Quitar solo de este dispositivo',
	removeWhat: 'Se conservan tu cuenta y todo lo que se ha enviado.',
	removeTitle: '¿Quitar tus datos de este dispositivo?',
	removeIntro:
		'Se cerrará tu sesión. Se conservan tu cuenta y todo lo que se ha enviado. Esto se quitará:',
	copies: ({ quizzes }) =>
		`La copia de ${count(quizzes, 'cuestionario', 'cuestionarios')} en este navegador y lo que guardaste para usar sin conexión`,
	removeAll: 'Quitar y cerrar sesión',
	removing: 'Quitando...',
	removed: 'Todos tus datos se han quitado de este dispositivo. Tu cuenta sigue ahí.',
	removedNot:
		'Este navegador no pudo borrarlo todo. Borra los datos de este sitio en los ajustes del navegador.',
}
