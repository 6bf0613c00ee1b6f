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
	couldGive: (percent) => `${percent} de lo que tu elección podía haber dado a esta candidatura`,
	between: (low, high, unknown) =>
		`Entre ${low} y ${high}: ${unknown === 1 ? 'no se conoce 1 postura' : `no se conocen ${unknown} posturas`}`,
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
	skipped: (count) => (count === 1 ? '1 saltada' : `${count} saltadas`),
	compared: (count) =>
		count === 1 ? '1 candidatura comparada.' : `${count} candidaturas comparadas.`,

	why: 'Por qué esta puntuación',
	agree: 'Coincides',
	disagree: 'No coincides',
	differ: (steps) => `Difieres en ${steps === 1 ? 'un paso' : `${steps} pasos`}`,
	skippedIt: 'Saltada',
	showMath: 'Mostrar el cálculo',
	everyone: 'Qué postura tiene cada candidatura',
	position: 'Postura',
	positions: ['Muy en contra', 'En contra', 'Neutral', 'A favor', 'Muy a favor'],
	noPosition: 'Postura desconocida',
	ownWords: 'En palabras del candidato',
	source: 'Fuente',
	givenBy: { party: 'En palabras del partido', editor: 'Cita' },
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
	showWidest: (count) => `Mostrar las ${count} mayores`,
	showDifferences: (count) => `Mostrar las ${count} diferencias`,

	howCertain: '¿Es seguro este resultado?',
	names: (names) => list.format(names),
	cases: (count) => `${count} de cada 100 casos`,
	hardlyEver: 'menos de 1 de cada 100 casos',
	clear: (names) => `Tus respuestas apuntan claramente a ${names}.`,
	leaning: (names) => `Tus respuestas se inclinan hacia ${names}.`,
	byChance: (cases) => `Unas respuestas al azar darían esta ventaja en ${cases}.`,
	unclear: (cases) =>
		`Tus respuestas no distinguen claramente entre estas candidaturas: unas respuestas al azar darían esta ventaja en ${cases}.`,
	tied: (names) => `${names} están prácticamente a la par.`,
	sameFigure: 'Tienen el mismo porcentaje.',
	tried: (name, first, variations) =>
		variations === 1
			? `Hemos cambiado una de tus respuestas: ${name} ${first === 1 ? 'sigue' : 'no sigue'} en primer lugar.`
			: `Hemos cambiado tus respuestas una a una, de ${variations} formas. ${name} sigue en primer lugar en ${first}.`,
	barely: (name) =>
		`${name} va por delante por muy poco. Pequeños cambios en tus respuestas podrían poner a otra candidatura en primer lugar.`,
	surelyAhead: (name) =>
		`${name} va por delante con seguridad, sean cuales sean las posturas desconocidas.`,
	notSurely: (count) =>
		count === 1
			? '1 postura desconocida podría cambiar quién queda en primer lugar.'
			: `${count} posturas desconocidas podrían cambiar quién queda en primer lugar.`,

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
		certainty: 'Si es seguro',
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
