import type { toasting as english } from '../toasting.ts'

export const toasting: typeof english = { messages: 'Mensajes', close: 'Cerrar' }
