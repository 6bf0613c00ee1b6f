import type { broken as english } from '../broken.ts'

export const broken: typeof english = {
	title: 'Error inesperado de la aplicación',
	offline:
		'No tienes conexión y esta página todavía no está en este dispositivo. Conéctate e inténtalo de nuevo.',
	stale: 'Hay una versión nueva de Evenhand. Vuelve a cargar la página para obtenerla.',
	unavailable:
		'No se ha podido cargar esta página: no se puede acceder al servidor o este tiene problemas. Inténtalo de nuevo en un momento.',
	bug: 'Algo ha fallado en la aplicación. Vuelve a cargar la página o empieza de nuevo desde las elecciones.',
	kept: 'Todo lo que has respondido se conserva.',
	again: 'Intentar de nuevo',
	reload: 'Volver a cargar',
	start: 'Ir al inicio',
}
