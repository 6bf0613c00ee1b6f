import type { shell as english } from '../shell.ts'

export const shell: typeof english = {
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
		'Evenhand no puede guardar nada en este navegador. Todo funciona mientras esta página siga abierta y con conexión, pero nada se conserva en este dispositivo al cerrarla.',
}
