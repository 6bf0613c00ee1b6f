import type { updating as english } from '../updating.ts'

export const updating: typeof english = {
	ready: 'Hay una versión nueva',
	later: 'Más tarde',
	reload: 'Volver a cargar',
	reloading: 'Cargando...',
}
