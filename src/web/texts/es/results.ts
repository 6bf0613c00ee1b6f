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
	allCandidates: 'Todas las candidaturas',
	moreCandidates: (count) => `Hay ${count} candidaturas más por debajo.`,

	none: 'No hay resultados disponibles. Prueba a hacer el cuestionario otra vez.',
	noId: 'No se ha indicado ningún intento',
	slow: 'La carga está tardando más de lo esperado. Puedes reintentarlo o volver atrás.',
	failed: 'No se pudieron obtener los resultados. Inténtalo de nuevo.',
	notConfirmed: 'No se pudieron obtener los resultados. Inténtalo de nuevo.',
	facesFailed: 'No se pudieron cargar los datos de las candidaturas. Inténtalo de nuevo.',
	completeFailed: 'No se pudo completar el cuestionario',

	estimated: 'Estimado en este dispositivo',
	estimatedText: 'Se confirmará cuando se hayan enviado todas tus respuestas.',
	notCountedText: 'El servidor no confirmará estas cifras.',
	confirmedText: 'Calculado con todas tus respuestas.',
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
		SCALE: 'Has respondido «neutro» a todo. Así no queda ninguna candidatura por delante.',
		BINARY: 'Tus respuestas no ponen a ninguna candidatura por delante.',
		POLICY_PICK:
			'Has elegido todas las propuestas: tu elección no pone a ninguna candidatura por delante.',
	},
	nobody: 'Ninguna candidatura tiene porcentaje: has respondido a muy pocas propuestas.',
	answered: (count, total) =>
		count === 1
			? `1 de ${total} propuestas respondida`
			: `${count} de ${total} propuestas respondidas`,
	youAnswered: (count, total, skipped) =>
		`Has respondido ${count} de ${total}${skipped > 0 ? ` y saltado ${skipped}` : ''}.`,
	youPicked: (count, total) => `Has elegido ${count} de ${total}.`,
	youAgree: (count, total) => `Coincides en ${count} de ${total} propuestas.`,
	sameSide:
		'Coincides cuando tu respuesta y la postura de la candidatura van en el mismo sentido, sea con más o con menos fuerza.',

	why: 'Por qué esta puntuación',
	agree: 'Coincides',
	disagree: 'No coincides',
	differ: (steps) => `Difieres en ${steps === 1 ? 'un paso' : `${steps} pasos`}`,
	skippedIt: 'Saltada',
	showMath: 'Mostrar el cálculo',
	everyone: 'Qué postura tiene cada candidatura',
	position: 'Postura',
	positions: ['Muy en contra', 'En contra', 'Neutro', 'A favor', 'Muy a favor'],
	noPosition: 'Postura desconocida',
	ownWords: 'En palabras del candidato',
	source: 'Fuente',
	givenBy: { party: 'En palabras del partido', editor: 'Cita' },
	openSource: (host) => `Abrir ${host}`,
	statement: 'Propuesta',
	yourAnswer: 'Tu respuesta',
	answerThere: (answer) => `Tu respuesta: ${answer.toLowerCase()}.`,
	weight: 'Peso',
	counts: 'Cuenta',
	sum: 'Peso × acuerdo',
	notCounted: 'no cuenta',
	agreement: {
		SCALE:
			'Una respuesta igual a la postura cuenta 1. Cada paso de diferencia resta 0,25. El resultado se multiplica por el peso de la propuesta.',
		BINARY:
			'«A favor» y «en contra» cuentan como las respuestas más firmes. Si coincides, cuenta 1. Cada paso de diferencia resta 0,25. El resultado se multiplica por el peso de la propuesta.',
		POLICY_PICK:
			'Cada propuesta elegida cuenta su peso. La suma se divide por lo máximo que ese número de propuestas podía dar a esta candidatura. Las que no elegiste no cuentan.',
	},
	agreementBefore: 'Una propuesta elegida cuenta 1 y cualquier otra 0, por su peso.',
	weighed:
		'El peso es la importancia de la propuesta por el peso de su categoría, según estaban al empezar.',
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
	showLargest: (count) => `Mostrar las ${count} mayores`,
	showDifferences: (count) => `Mostrar las ${count}, también las pequeñas`,
	whereYouDiffer: 'En qué difieres',
	comparedWith: 'Comparar con',
	largestFirst: 'Las mayores diferencias, primero',
	noDifference: (name) => `No difieres de ${name} en ninguna propuesta.`,

	yourPriorities: 'Tus prioridades',
	prioritiesText:
		'Marca temas o propuestas como importantes para que cuenten doble, o déjalos fuera. Así verás una segunda cifra, solo en este dispositivo. Tu resultado no cambia.',
	secondFigure: 'Segunda cifra, con tus prioridades',
	secondFigures: 'Segundas cifras',
	nothingMarked: 'Aún no has marcado nada: las dos cifras son iguales.',
	priorities: {
		stays: (name, figure) => `Con tus prioridades, ${name} sigue en primer lugar con ${figure}.`,
		moves: (name, figure) => `Con tus prioridades, ${name} pasa al primer lugar con ${figure}.`,
		tie: (names, figure) => `Con tus prioridades, ${names} empatan con ${figure}.`,
		nobody: 'Con tus prioridades, ninguna candidatura tiene porcentaje.',
	},
	storedFigure: (figure) => `Tu resultado: ${figure}`,
	marks: { important: 'Importante', out: 'Dejar fuera' },
	otherTopics: 'Otros temas',
	statementsIn: (count) => (count === 1 ? '1 propuesta' : `${count} propuestas`),
	clearMarks: 'Quitar todas las marcas',

	howCertain: '¿Es sólido este resultado?',
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
		'El comprobante es un archivo con tus respuestas, los pesos y las cifras, para que cualquiera compruebe el cálculo. No dice quién eres.',
	shareYours: 'Comparte tus resultados',
	onlyTicked: 'Solo se comparte lo que elijas. Tus respuestas, nunca.',
	whatToShare: 'Qué compartir',
	parts: {
		quiz: 'Nombre del cuestionario',
		election: 'Nombre de las elecciones',
		top: 'Mayor afinidad y porcentaje',
		certainty: 'Si el resultado es sólido',
		all: 'Todas las candidaturas y porcentajes',
		address: 'Enlace a esta aplicación',
	},
	picture: 'Incluir una imagen',
	willBeShared: 'Lo que se compartirá',
	nothingTicked: 'No hay nada elegido.',
	cancel: 'Cancelar',
	shareFailed: 'No se pudo compartir. Inténtalo de nuevo.',
	copied: 'Copiado en el portapapeles.',
	pictureSaved: 'Imagen guardada. No se pudo copiar el texto.',
	pictureAndText: 'Imagen guardada y texto copiado.',
	sharedTop: (names, tie, figure) => `Mayor afinidad: ${names}${tie ? ' (empate)' : ''}: ${figure}`,
}
