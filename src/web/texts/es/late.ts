import type {
	installing as englishInstalling,
	ui as englishUi,
	updating as englishUpdating,
} from '../en/late.ts'

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

export const updating: typeof englishUpdating = {
	ready: 'Hay una versión nueva',
	later: 'Más tarde',
	reload: 'Volver a cargar',
	reloading: 'Cargando...',
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
