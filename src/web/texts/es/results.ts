import type { results as english } from '../en/results.ts'

const list = new Intl.ListFormat('es')

export const results: typeof english = {
	title: 'Resultados',
	yours: 'Tus resultados',
	loading: 'Cargando los resultados',
	retry: 'Reintentar',
	backToElections: 'Volver a las elecciones',
	myActivity: 'Mi actividad',
	retake: 'Repetir el cuestionario',
	viewAll: 'Ver los resultados',
	summary: 'Resumen',
	all: 'Todos los resultados',

	none: 'No hay resultados disponibles. Prueba a hacer el cuestionario otra vez.',
	noId: 'No se ha indicado ningún intento',
	slow: 'La carga está tardando más de lo esperado. Puedes reintentarlo o volver atrás.',
	failed: 'No se pudieron obtener los resultados. Inténtalo de nuevo.',
	notConfirmed: 'No se pudieron obtener los resultados. Inténtalo de nuevo.',
	facesFailed: 'No se pudieron cargar los datos de las candidaturas. Inténtalo de nuevo.',
	completeFailed: 'No se pudo completar el cuestionario',

	estimated: 'Estimado en este dispositivo',
	estimatedText:
		'El servidor confirmará las cifras en cuanto se hayan enviado todas tus respuestas.',
	notCountedText:
		'Las cifras son una estimación de este dispositivo. El servidor no las confirmará.',
	confirmedText: 'Estas son sus cifras para todas tus respuestas.',
	confirmed: 'Confirmado por el servidor',

	candidate: 'Candidatura',
	bands: { strong: 'Afinidad alta', moderate: 'Afinidad media', low: 'Afinidad baja' },
	noScore: 'sin porcentaje',
	noScoreText: 'Sin porcentaje: no has respondido a ninguna de estas propuestas.',
	tooFewScored: (answered, asked, needed) =>
		`Sin porcentaje: has respondido a ${answered} de las ${asked} propuestas de esta candidatura y hacen falta ${needed}.`,
	picks: (own, all) => `${own} de ${all} ${all === 1 ? 'elegida' : 'elegidas'}`,
	yourPicks: (own, all) =>
		all === 1 ? `${own} de la propuesta que elegiste` : `${own} de las ${all} que elegiste`,
	couldGive: (percent, picks) =>
		`${percent} de lo que ${picks} ${picks === 1 ? 'propuesta elegida podía' : 'propuestas elegidas podían'} dar a esta candidatura`,
	rank: 'Puesto',
	tie: (rank) => `${rank} (empate)`,

	topMatch: 'Mayor afinidad',
	topTie: (count) => `Mayor afinidad: empatan ${count} candidaturas`,
	noTopMatch: 'Ninguna candidatura destaca',
	saysNothing: {
		SCALE:
			'Has respondido «neutro» a todas las propuestas: tus respuestas no ponen a ninguna candidatura por delante.',
		BINARY: 'Tus respuestas no ponen a ninguna candidatura por delante.',
		POLICY_PICK:
			'Has elegido todas las propuestas: tu elección no pone a ninguna candidatura por delante.',
	},
	nobody: 'Ninguna candidatura tiene porcentaje: has respondido a muy pocas propuestas.',
	answered: (count, total) =>
		count === 1
			? `1 de ${total} propuestas respondida`
			: `${count} de ${total} propuestas respondidas`,
	picked: (count, total) =>
		count === 1 ? `1 de ${total} propuestas elegida` : `${count} de ${total} propuestas elegidas`,
	compared: (count) =>
		count === 1 ? '1 candidatura comparada.' : `${count} candidaturas comparadas.`,

	why: 'Por qué esta puntuación',
	ownWords: 'En palabras del candidato',
	openSource: (url) => `Abrir ${new URL(url).hostname}`,
	statement: 'Propuesta',
	yourAnswer: 'Tu respuesta',
	answerThere: (answer) => `Tu respuesta: ${answer.toLowerCase()}.`,
	weight: 'Peso',
	counts: 'Cuenta',
	sum: 'Peso × acuerdo',
	notCounted: 'no cuenta',
	agreement: {
		SCALE:
			'«Muy a favor» cuenta 1, «a favor» 0,75, «neutro» 0,5, «en contra» 0,25 y «muy en contra» 0, siempre por el peso de la propuesta.',
		BINARY: '«A favor» cuenta 1 y «en contra» 0, siempre por el peso de la propuesta.',
		POLICY_PICK:
			'Cada propuesta que elegiste cuenta su peso. La suma se divide por lo máximo que esa cantidad de propuestas podía dar a esta candidatura. Las que no elegiste no dicen nada.',
	},
	agreementBefore: 'Una propuesta que elegiste cuenta 1 y cualquier otra 0, siempre por su peso.',
	weighed:
		'Un peso es la importancia de la propuesta por el peso de su categoría, tal como eran cuando empezaste.',
	weightOf: (weight, importance, category, by) =>
		`${weight} (importancia ${importance} × ${category} ${by})`,
	categories: {
		ECONOMY: 'Economía',
		HEALTHCARE: 'Sanidad',
		EDUCATION: 'Educación',
		ENVIRONMENT: 'Medio ambiente',
		SOCIAL: 'Asuntos sociales',
		FOREIGN_POLICY: 'Política exterior',
		GOVERNANCE: 'Gobernanza',
	},
	unweighted: 'Mostrarla sin pesos',
	whatIf: 'Si todos los pesos fueran 1:',
	whatIfAll: 'Si todos los pesos fueran 1:',
	whatIfText: (unweighted, result) => `${unweighted}. El resultado sigue siendo ${result}.`,
	alike: 'Todas estas propuestas pesan lo mismo, así que nada cambia.',

	differMost: 'En qué difieres más',
	difference: 'Diferencia',
	showWidest: (count) => `Mostrar las ${count} mayores`,
	showDifferences: (count) => `Mostrar las ${count} diferencias`,

	howFirm: 'Qué firmeza tiene',
	names: (names) => list.format(names),
	notApart: (names) => `${names} están prácticamente a la par`,
	sameFigure: () => 'Tienen la misma cifra: tus respuestas no ponen a nadie por delante.',
	firstIn: (percent, variations) =>
		`En primer lugar en el ${percent} % de ${variations} variaciones`,
	varied: {
		SCALE: 'quitado una respuesta o movido una respuesta un solo paso arriba o abajo',
		BINARY: 'quitado una respuesta o dado la vuelta a una respuesta',
		POLICY_PICK: 'elegido una propuesta más o una menos',
	},
	tried: (varied, name, first, variations) =>
		`Hemos ${varied}, de todas las formas posibles: ${name} ha seguido en primer lugar, sin empate, en ${first} de ${variations} variaciones.`,
	barely: (name) =>
		`${name} va por delante, pero por tan poco que al menos la mitad de los pequeños cambios que podrían perjudicarle acaban con la ventaja.`,

	keepOrShare: 'Guardar o compartir',
	share: 'Compartir',
	print: 'Imprimir',
	receipt: 'Comprobante',
	receiptText:
		'El comprobante es un archivo con tus respuestas, los pesos y las cifras, con el que cualquiera puede volver a calcularlas. No dice quién eres.',
	shareYours: 'Comparte tus resultados',
	onlyTicked: 'Solo se comparte lo que marques. Tus respuestas, nunca.',
	whatToShare: 'Qué compartir',
	parts: {
		quiz: 'Nombre del cuestionario',
		election: 'Nombre de las elecciones',
		top: 'Mayor afinidad, con su cifra',
		firmness: 'Qué firmeza tiene',
		all: 'Todas las candidaturas, con sus cifras',
		address: 'Dirección de esta aplicación',
	},
	picture: 'También una imagen con lo mismo',
	willBeShared: 'Lo que se compartirá',
	nothingTicked: 'No hay nada marcado.',
	cancel: 'Cancelar',
	shareFailed: 'No se pudo compartir. Inténtalo de nuevo.',
	copied: 'Copiado en el portapapeles.',
	pictureSaved: 'Imagen guardada. No se pudo copiar el texto.',
	pictureAndText: 'Imagen guardada y texto copiado.',
	sharedTop: (names, tie, figure) => `Mayor afinidad: ${names}${tie ? ' (empate)' : ''}: ${figure}`,
}
