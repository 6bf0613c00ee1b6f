import type { refused as englishRefused, sync as englishSync } from '../en/sync.ts'

export const sync: typeof englishSync = {
	closeTabs: 'Cierra las otras pestañas',
	storeSilent: 'El almacenamiento no responde',
	noRoom: 'No hay espacio en este dispositivo',
	signInToSend: (count) => `Inicia sesión para enviar ${count}`,
	updateNeeded: 'Hay que actualizar',
	notSent: (count) =>
		count === 1 ? '1 cosa no se pudo enviar' : `${count} cosas no se pudieron enviar`,
	offline: 'Sin conexión',
	offlineUnsent: (count) => `Sin conexión, ${count} por enviar`,
	allSent: 'Todo está enviado',
	sendingSome: (count) => `Enviando ${count}`,
	unsent: (count) => `${count} por enviar`,
	unsentShort: (count) => `${count} por enviar`,
	notKept: 'Nada se conserva en este dispositivo',
	saidNoRoom: 'No queda espacio en este dispositivo. No se puede guardar nada nuevo.',
	saidSignIn: 'Inicia sesión de nuevo para enviar tus respuestas.',
	saidUpdate: 'Hace falta una versión más nueva de Evenhand para enviar tus respuestas.',
	saidRefused: 'Algo no se pudo enviar.',
	saidOffline: 'Sin conexión. Las respuestas se guardan en este dispositivo.',
	saidOfflineNotKept: 'Sin conexión. No cierres esta página: nada se conserva en este dispositivo.',
	saidUnsentNotKept:
		'Algunas respuestas aún no se han enviado. No cierres esta página hasta que se envíen.',
	saidSent: 'Todo está enviado.',
	saidUnsent: 'Algunas respuestas están guardadas en este dispositivo y aún no se han enviado.',
	title: 'Enviado y por enviar',
	notEverything: 'Todavía no se pudo enviar todo.',
	nothing: 'No hay nada por enviar.',
	toReset: 'Abre el cuestionario para repetirlo',
	waiting: 'Por enviar',
	waitingWhy: 'Guardado en este dispositivo. Se envía automáticamente en cuanto se puede.',
	waitingNotKept:
		'No está guardado en este dispositivo. No cierres esta página hasta que se haya enviado todo.',
	sending: 'Enviando...',
	sendNow: 'Enviar ahora',
	thisDevice: 'Este dispositivo',
	connection: {
		checking: 'Conexión: comprobando...',
		online: 'Conexión: con conexión',
		offline: 'Conexión: sin conexión',
		unreachable: 'Conexión: no se puede acceder al servidor',
		failing: 'Conexión: con conexión, pero el servidor tiene problemas',
	},
	whereKept:
		'Tus respuestas se guardan en este navegador, en este dispositivo, y se envían solo al servidor de Evenhand, con tu nombre.',
	nowhereKept:
		'Nada se conserva en este navegador. Tus respuestas se envían solo al servidor de Evenhand, con tu nombre.',
	close: 'Cerrar',
	waitsSignIn: 'Espera a que inicies sesión de nuevo',
	waitsUpdate: 'Espera a una versión más nueva de Evenhand',
	waitsConnection: 'Espera a que haya conexión',
	soon: 'Se envía en cuanto se pueda',
	nextTrySeconds: (seconds) => `Próximo intento en ${seconds} s`,
	nextTryMinutes: (minutes) => `Próximo intento en ${minutes} min`,
	start: 'el comienzo',
	newStart: 'el nuevo comienzo',
	completion: 'el final',
	ofQuiz: (deeds, quiz) => `${deeds} de «${quiz}»`,
	picked: (count) => (count === 1 ? '1 propuesta elegida' : `${count} propuestas elegidas`),
	deeds: {
		'quiz.start': 'El comienzo del cuestionario',
		'quiz.interact': 'Una respuesta',
		'quiz.complete': 'El final del cuestionario',
		'quiz.reset': 'El nuevo comienzo del cuestionario',
	},
	aChange: 'Un cambio',
	unsentTitle: (unsent) => `${unsent} por enviar`,
	unsentWhy: (count) =>
		`${
			count === 1
				? 'Está en este dispositivo, pero aún no ha llegado al servidor.'
				: 'Están en este dispositivo, pero aún no han llegado al servidor.'
		} Lo que se conserva aquí se envía la próxima vez que inicies sesión en este dispositivo. ¿Qué quieres hacer antes de cerrar la sesión?`,
	unsentNotKept:
		'El servidor aún no lo tiene todo y este navegador no conserva nada: lo que no se envíe se pierde al cerrar la sesión. ¿Qué quieres hacer antes?',
	someLeft: 'No se pudo enviar todo. Comprueba tu conexión e inténtalo de nuevo.',
	keep: 'Conservar en este dispositivo',
	discard: 'Descartar',
	stay: 'Mantener la sesión iniciada',
	refusedTitle: (count) =>
		count === 1 ? '1 cambio no se pudo enviar' : `${count} cambios no se pudieron enviar`,
	refusedWhy: (count) =>
		`El servidor no ${count === 1 ? 'lo' : 'los'} ha aceptado. Al cerrar la sesión en este dispositivo compartido se elimina de él todo lo tuyo. Antes puedes guardar una copia.`,
	saveCopy: 'Guardar una copia',
	discardAndLeave: 'Descartar y cerrar sesión',
	blocked:
		'Evenhand está abierta en otra pestaña con una versión anterior. Cierra esa pestaña para continuar.',
	reload: 'Volver a cargar',
	evicted: (unsent) =>
		`Este navegador ha borrado lo que Evenhand guardaba en este dispositivo. ${
			unsent === 0
				? 'Todo lo tuyo se había enviado.'
				: unsent === 1
					? '1 respuesta no se había enviado.'
					: `${unsent} respuestas no se habían enviado.`
		}`,
}

export const refused: typeof englishRefused = {
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
