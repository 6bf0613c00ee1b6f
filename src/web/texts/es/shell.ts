import type {
	broken as englishBroken,
	installing as englishInstalling,
	nav as englishNav,
	shell as englishShell,
	toasting as englishToasting,
	ui as englishUi,
	updating as englishUpdating,
} from '../en/shell.ts'

export const nav: typeof englishNav = {
	skip: 'Ir al contenido',
	main: 'Principal',
	about: 'Acerca de',
	login: 'Entrar',
	register: 'Registro',
}

export const shell: typeof englishShell = {
	main: 'Principal',
	menu: 'Menú',
	elections: 'Elecciones',
	findElections: 'Buscar elecciones',
	myResults: 'Mis resultados',
	dashboard: 'Panel',
	settings: 'Ajustes',
	yourData: 'Tus datos',
	logout: 'Cerrar sesión',
	signOut: 'Cerrar sesión',
	logoutFailed: 'No se pudo cerrar la sesión. Inténtalo de nuevo.',
	close: 'Cerrar',
	back: 'Volver',
	home: 'Inicio',
	quizzes: 'Cuestionarios',
	quiz: 'Cuestionario',
	results: 'Resultados',
	nothingKept:
		'Este navegador no deja que Evenhand guarde nada. Todo funciona mientras esta página siga abierta y con conexión, pero al cerrarla no queda nada en este dispositivo.',
}

export const ui: typeof englishUi = {
	answers: (count) => (count === 1 ? '1 respuesta' : `${count} respuestas`),
	changes: (count) => (count === 1 ? '1 cambio' : `${count} cambios`),
	retry: 'Reintentar',
	loadsByItself: 'Se cargará automáticamente cuando vuelvas a tener conexión.',
	staleOffline: 'Sin conexión. Se muestra la última versión guardada.',
	serverDay: (day) => `La fecha del servidor es ${day}.`,
	stale: 'No se pudo actualizar. Se muestra la última versión guardada.',
	storeLost:
		'El almacenamiento del navegador no responde. Vuelve a cargar la página. Lo que guardaste antes está a salvo.',
	noRoom: 'No queda espacio en este dispositivo. Libera espacio e inténtalo de nuevo.',
	notCounted: (reason) => `No cuenta: ${reason}`,
	closedOn: (day) => `No cuenta: el cuestionario se cerró el ${day}`,
	failed: 'Se ha producido un error. Inténtalo de nuevo.',
}

export const toasting: typeof englishToasting = { messages: 'Mensajes', close: 'Cerrar' }

export const updating: typeof englishUpdating = {
	ready: 'Hay una versión nueva',
	later: 'Más tarde',
	reload: 'Volver a cargar',
	reloading: 'Cargando...',
}

export const broken: typeof englishBroken = {
	title: 'Error inesperado de la aplicación',
	offline:
		'No tienes conexión y esta página aún no está guardada en este dispositivo. Conéctate e inténtalo de nuevo.',
	stale: 'Hay una versión nueva de Evenhand. Vuelve a cargar la página para usarla.',
	unavailable:
		'No se ha podido cargar esta página porque el servidor no responde. Inténtalo de nuevo en un momento.',
	bug: 'Algo ha fallado en la aplicación. Vuelve a cargar la página o empieza de nuevo desde las elecciones.',
	kept: 'Tus respuestas están a salvo.',
	again: 'Intentar de nuevo',
	reload: 'Volver a cargar',
	start: 'Ir al inicio',
}

export const installing: typeof englishInstalling = {
	offer: 'Usa Evenhand como una aplicación',
	offerWhy: 'Se abre como las demás, incluso sin conexión.',
	notNow: 'Ahora no',
	showHow: 'Ver cómo',
	install: 'Instalar',
	installApp: 'Instalar la aplicación',
	byHand: 'Añade Evenhand a tu pantalla de inicio',
	steps: [
		'Toca Compartir en la barra del navegador: el cuadrado con una flecha hacia arriba.',
		'Desplázate hacia abajo y toca «Añadir a pantalla de inicio».',
		'Toca «Añadir».',
	],
	close: 'Cerrar',
}
