import type { installing as english } from '../installing.ts'

export const installing: typeof english = {
	offer: 'Ten Evenhand a mano',
	offerWhy: 'Se abre como cualquier otra aplicación, también sin conexión.',
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
