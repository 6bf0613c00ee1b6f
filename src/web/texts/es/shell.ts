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
}
