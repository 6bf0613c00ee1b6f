import type { refused as english } from '../refused.ts'

export const refused: typeof english = {
	title: 'No aceptado',
	why: (count) =>
		`El servidor no ha aceptado ${count === 1 ? 'esto' : 'estas cosas'}. No afecta a nada más.`,
	inQuiz: (quiz) => `en ${quiz}`,
	quoted: (text) => `«${text}»`,
	yourAnswer: (answer) => `Tu respuesta: ${answer}`,
	serverSays: (reason) => `El servidor dice: ${reason}`,
	everything: 'todo lo que no fue aceptado',
	retry: 'Intentar de nuevo',
	copy: 'Guardar una copia',
	discard: 'Descartar',
	keep: 'Conservar',
	retryAll: 'Reintentar todo',
	copyAll: 'Guardar todo',
	discardAll: 'Descartar todo',
	sure: '¿Descartar esto para siempre?',
	sureBeginning: '¿Descartar esto y sus respuestas para siempre?',
	sureAll: (count) => `¿Descartar las ${count} cosas para siempre?`,
	replaced: 'Ya tienes otro intento de este cuestionario, así que este no se puede enviar.',
	gone: 'Aquello a lo que pertenece ya no está en este dispositivo, así que no se puede enviar.',
	left: (count) =>
		count === 1
			? 'Una de estas cosas no se puede volver a enviar: ya tienes otro intento del cuestionario, o ya no está en este dispositivo.'
			: `${count} de estas cosas no se pueden volver a enviar: ya tienes otro intento del cuestionario, o ya no está en este dispositivo.`,
	noReason: 'El servidor no ha dado ningún motivo.',
	fileName: 'evenhand-no-aceptado.txt',
	file: 'Evenhand: lo que el servidor no aceptó',
	savedOn: (moment) => `Guardado el ${moment}`,
	what: (deed, quiz) => `${deed} (${quiz})`,
	statement: (text) => `Propuesta: ${text}`,
	words: (text) => `Tus palabras: ${text}`,
	at: (moment) => `No aceptado: ${moment}`,
	reason: (text) => `Motivo: ${text}`,
}
