import type { knowing as english } from '../en/knowing.ts'

const statements = (count: number): string => (count === 1 ? '1 propuesta' : `${count} propuestas`)

export const knowing: typeof english = {
	seen: (count) =>
		`En el test de propuestas ya viste con nombre ${statements(count)} de este cuestionario.`,
	seenHere: (count) =>
		`El test de propuestas ya mostró con nombre, en este dispositivo, ${statements(count)} de este cuestionario.`,

	notBlind: (count) =>
		`Antes de responder ya habías visto con nombre ${statements(count)} de este cuestionario, en el test de propuestas.`,
	notBlindHere: (count) =>
		`El test de propuestas ya había mostrado con nombre, en este dispositivo, ${statements(count)} de este cuestionario.`,
	without: (figures) => `Sin contarlas: ${figures}.`,
	withoutFirst: (figures) => `Sin contarlas, van en cabeza: ${figures}.`,
	tooFew: 'Sin contarlas quedan muy pocas respuestas para un porcentaje.',

	thought: 'Lo que creías y lo que defienden',
	thoughtText:
		'No es una nota. Respondiendo al azar se aciertan siete o más de diez en uno de cada seis casos, más o menos.',
	asThought: 'Es de quien creías',
	otherwise: 'Es de otra candidatura',
	agreed: 'Estás de acuerdo',
	notAgreed: 'No estás de acuerdo',
	right: (name) => `Creías que era de ${name}, y lo es.`,
	wrong: (guessed, owner) => `Creías que era de ${guessed}. Es de ${owner}.`,

	tieBreak: 'Deshacer el empate',
	offer: (names, count) =>
		count === 1
			? `${names} están prácticamente a la par. Responde a una propuesta más.`
			: `${names} están prácticamente a la par. Responde a ${count} propuestas suyas más.`,
	offerUnread: (names) =>
		`${names} están prácticamente a la par. Responde a más propuestas suyas, si las hay.`,
	withMore: (count, figures) => `Con ${statements(count)} más: ${figures}.`,
	secondFigure: 'Tu resultado no cambia. Estas respuestas no salen de este dispositivo.',
	begin: 'Responder a más propuestas',
	reading: 'Cargando...',
	noneLeft: 'Ninguna otra propuesta podría deshacer este empate.',
	notHere: 'Conéctate una vez para cargar sus propuestas.',
	place: (number, count) => `${number} de ${count}`,
	yourAnswer: 'Tu respuesta',
	back: 'Anterior',
	pick: 'Marca las propuestas que quieres.',
	done: 'Listo',
	showAnswers: 'Ver estas propuestas',
	change: 'Cambiar las respuestas',
	noAnswer: 'Saltada',
	statementOf: (name, answer) => `${name}. Tu respuesta: ${answer}`,

	choice: 'Mi elección',
	choiceText:
		'Una nota para la cabina de votación. No sale de este dispositivo ni se envía nunca. En un dispositivo compartido se borra al cerrar la sesión.',
	candidate: 'Candidatura',
	noChoice: 'Sin decidir, u otra persona',
	note: 'Nota',
	saved: 'Guardado en este dispositivo',
	printChoice: 'Imprimir mi elección',
	heldNotes: (count) =>
		`Tus notas sobre ${count === 1 ? '1 cuestionario' : `${count} cuestionarios`}, que solo están en este dispositivo`,
}
