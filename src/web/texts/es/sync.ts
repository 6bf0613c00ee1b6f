import type { refused as englishRefused, sync as englishSync } from '../en/sync.ts'

export const sync: typeof englishSync = {
	label: 'Envíos',
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
	notKept: 'No se guarda nada en este dispositivo',
	saidNoRoom: 'No queda espacio en este dispositivo. No se puede guardar nada nuevo.',
	saidSignIn: 'Inicia sesión de nuevo para enviar tus respuestas.',
	saidUpdate: 'Actualiza Evenhand para enviar tus respuestas.',
	saidRefused: 'Algo no se pudo enviar.',
	saidOffline: 'Sin conexión. Las respuestas se guardan en este dispositivo.',
	saidOfflineNotKept:
		'Sin conexión. No cierres esta página: no se guarda nada en este dispositivo.',
	saidUnsentNotKept:
		'Algunas respuestas aún no se han enviado. No cierres esta página hasta que se envíen.',
	saidSent: 'Todo está enviado.',
	saidUnsent: 'Algunas respuestas están guardadas en este dispositivo y aún no se han enviado.',
	title: 'Estado de la sincronización',
	notEverything: 'Todavía no se pudo enviar todo.',
	nothing: 'Todo está enviado.',
	toReset: 'Abre el cuestionario para repetirlo',
	waiting: 'Por enviar',
	waitingWhy: 'Guardado en este dispositivo. Se enviará automáticamente.',
	waitingNotKept:
		'No está guardado en este dispositivo. No cierres esta página hasta que se haya enviado todo.',
	sending: 'Enviando...',
	sendNow: 'Enviar ahora',
	thisDevice: 'Este dispositivo',
	connection: {
		checking: 'Conexión: comprobando...',
		online: 'Conexión: activa',
		offline: 'Conexión: no hay',
		unreachable: 'Conexión: el servidor no responde',
		failing: 'Conexión: activa, pero el servidor tiene un problema',
	},
	whereKept:
		'Tus respuestas se guardan en este navegador. Solo se envían al servidor de Evenhand, con tu nombre de usuario.',
	nowhereKept:
		'En este navegador no se guarda nada. Tus respuestas solo se envían al servidor de Evenhand, con tu nombre de usuario.',
	close: 'Cerrar',
	waitsSignIn: 'Inicia sesión de nuevo para enviar',
	waitsUpdate: 'Actualiza Evenhand para enviar',
	waitsConnection: 'Esperando la conexión',
	soon: 'Se enviará enseguida',
	nextTrySeconds: (seconds) => `Nuevo intento en ${seconds} s`,
	nextTryMinutes: (minutes) => `Nuevo intento en ${minutes} min`,
	start: 'el comienzo',
	newStart: 'la repetición',
	completion: 'el final',
	ofQuiz: (deeds, quiz) => `${deeds} de «${quiz}»`,
	picked: (count) => (count === 1 ? '1 propuesta elegida' : `${count} propuestas elegidas`),
	deeds: {
		'quiz.start': 'El comienzo del cuestionario',
		'quiz.interact': 'Una respuesta',
		'quiz.complete': 'El final del cuestionario',
		'quiz.reset': 'La repetición del cuestionario',
	},
	aChange: 'Un cambio',
	unsentTitle: (unsent) => `${unsent} por enviar`,
	unsentWhy: (count) =>
		`${
			count === 1 ? 'Solo está en este dispositivo.' : 'Solo están en este dispositivo.'
		} Lo que falta por enviar se envía la próxima vez que inicies sesión aquí. ¿Qué quieres hacer antes de cerrar la sesión?`,
	unsentNotKept:
		'Este navegador no guarda nada, así que lo que no se envíe se pierde al cerrar la sesión. ¿Qué quieres hacer antes?',
	someLeft: 'No se pudo enviar todo. Comprueba tu conexión e inténtalo de nuevo.',
	keep: 'Conservar en este dispositivo',
	discard: 'Descartar',
	stay: 'Mantener la sesión iniciada',
	refusedTitle: (count) =>
		count === 1 ? '1 cambio no se pudo enviar' : `${count} cambios no se pudieron enviar`,
	refusedWhy: (count) =>
		`El servidor no ${count === 1 ? 'lo' : 'los'} ha aceptado. Si cierras la sesión en este dispositivo compartido, se eliminan de él todos tus datos. Antes puedes guardar una copia.`,
	saveCopy: 'Guardar una copia',
	discardAndLeave: 'Descartar y cerrar sesión',
	blocked: 'Hay una versión anterior de Evenhand abierta en otra pestaña. Ciérrala para continuar.',
	reload: 'Volver a cargar',
	evicted: (unsent) =>
		`Este navegador ha borrado lo que Evenhand guardaba en este dispositivo. ${
			unsent === 0
				? 'Todas tus respuestas se habían enviado.'
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
	sure: '¿Descartar esto definitivamente?',
	sureBeginning: '¿Descartar esto y sus respuestas definitivamente?',
	sureAll: (count) => `¿Descartar las ${count} cosas definitivamente?`,
	replaced: 'Has empezado otro intento de este cuestionario, así que este no se puede enviar.',
	gone: 'Este cuestionario o test ya no está en este dispositivo, así que no se puede enviar.',
	left: (count) =>
		count === 1
			? 'Una de estas cosas no se puede volver a enviar. Has empezado otro intento del cuestionario, o ya no está en este dispositivo.'
			: `${count} de estas cosas no se pueden volver a enviar. Has empezado otro intento del cuestionario, o ya no está en este dispositivo.`,
	noReason: 'El servidor no ha dado ningún motivo.',
	fileName: 'evenhand-no-aceptado.txt',
	file: 'Evenhand: cambios que el servidor no ha aceptado',
	savedOn: (moment) => `Guardado el ${moment}`,
	what: (deed, quiz) => `${deed} (${quiz})`,
	statement: (text) => `Propuesta: ${text}`,
	words: (text) => `Tus palabras: ${text}`,
	at: (moment) => `No aceptado: ${moment}`,
	reason: (text) => `Motivo: ${text}`,
}
