import type {
	broken as englishBroken,
	nav as englishNav,
	shell as englishShell,
	toasting as englishToasting,
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

export const toasting: typeof englishToasting = { messages: 'Mensajes', close: 'Cerrar' }

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
