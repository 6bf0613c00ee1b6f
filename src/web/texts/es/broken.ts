import type { broken as english } from '../broken.ts'

export const broken: typeof english = {
	title: 'Error inesperado de la aplicación',
	offline:
		'No tienes conexión y esta página todavía no está en este dispositivo. Conéctate e inténtalo de nuevo; todo lo que has respondido se conserva.',
	stale:
		'Hay una versión nueva de Evenhand. Vuelve a cargar la página para obtenerla; todo lo que has respondido se conserva.',
	bug: 'Algo ha fallado en la aplicación. Vuelve a cargar la página o empieza de nuevo desde las elecciones; todo lo que has respondido se conserva.',
	again: 'Intentar de nuevo',
	reload: 'Volver a cargar',
	start: 'Ir al inicio',
}
