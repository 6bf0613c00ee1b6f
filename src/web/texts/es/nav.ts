import type { nav as english } from '../nav.ts'

export const nav: typeof english = {
	skip: 'Ir al contenido',
	main: 'Principal',
	login: 'Entrar',
	register: 'Registro',
}
