import type { ui as english } from '../ui.ts'

export const ui: typeof english = {
	answers: (count) => (count === 1 ? '1 respuesta' : `${count} respuestas`),
	changes: (count) => (count === 1 ? '1 cambio' : `${count} cambios`),
	retry: 'Reintentar',
	loadsByItself: 'Se carga automáticamente cuando vuelva la conexión.',
	staleOffline: 'Sin conexión. Ves lo último que recibió este dispositivo.',
	serverDay: (day) => `Según el reloj del servidor, hoy es ${day}.`,
	stale: 'No se pudo actualizar. Ves lo último que recibió este dispositivo.',
	storeLost:
		'El almacenamiento del navegador no responde. Vuelve a cargar la página; todo lo guardado antes se conserva.',
	noRoom: 'No queda espacio en este dispositivo. Libera espacio e inténtalo de nuevo.',
	notCounted: (reason) => `No cuenta: ${reason}`,
	closedOn: (day) => `No cuenta: el cuestionario se cerró el ${day}`,
	failed: 'Se ha producido un error. Inténtalo de nuevo.',
}
