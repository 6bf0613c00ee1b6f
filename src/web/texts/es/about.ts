import {
	CLEANUP_HOURS,
	RATE_WINDOW_MAX_HOURS,
	RESET_LINK_MINUTES,
	RESTORE_DAYS,
	SCORED_MIN,
	SIGN_IN_DAYS,
	SNAPSHOTS_KEPT,
	TEST_UNUSED_DAYS,
} from '#domain/limits.ts'
import type { about as english } from '../en/about.ts'

export const about: typeof english = {
	title: 'Acerca de Evenhand',
	what: {
		title: 'Qué es',
		intro:
			'Evenhand te ayuda a comparar las candidaturas por sus propuestas. Respondes sin ver de quién es cada una. Al final ves cuáles se acercan más a lo que piensas.',
		texts: [
			'El test de propuestas va al revés: ves una propuesta y adivinas de quién es.',
			'Evenhand no te dice a quién votar. No tiene anuncios ni rastreadores y no usa cookies.',
		],
	},
	score: {
		title: 'Cómo se calcula un resultado',
		texts: [
			'Las propuestas se eligen al azar. A cada candidatura le toca el mismo número, en la medida en que conocemos sus posturas.',
			'Comparamos cada respuesta con la postura de la candidatura. La misma respuesta vale el 100%, la contraria el 0% y las intermedias, algo entre los dos.',
			'El resultado es la media de lo que has respondido. Una propuesta con más peso cuenta más. En tus resultados ves todos los pesos.',
			'Lo que saltas no cuenta. Si no conocemos la postura de una candidatura, esa propuesta no cuenta para ella y los resultados indican el porcentaje más bajo y el más alto que podría tener.',
			'En algunos cuestionarios solo eliges propuestas. Entonces se compara lo que tus elecciones dan a una candidatura con lo máximo que podrían darle otras tantas.',
			`Una candidatura necesita ${SCORED_MIN} respuestas para tener un resultado, o todas si se pregunta por menos.`,
			'Las mismas respuestas dan siempre el mismo resultado. Puedes guardar un comprobante para que cualquiera revise las cuentas.',
		],
	},
	stored: {
		title: 'Qué se guarda, dónde y durante cuánto tiempo',
		yours: 'Si tienes una cuenta, puedes descargar o borrar lo tuyo en «Tus datos».',
		server: 'En el servidor',
		device: 'En tu navegador',
		pictures:
			'Las imágenes de las candidaturas pueden venir de otros sitios web, que entonces ven tu dirección de red.',
	},
	onServer: {
		account: [
			'Tu cuenta',
			'Tu nombre de usuario, tu correo y tu función. De la contraseña solo queda un código del que no se puede deducir.',
			`Hasta que la borres. Si la elimina un administrador, desaparece a los ${RESTORE_DAYS} días.`,
		],
		quizzes: [
			'Tus cuestionarios',
			'Tus respuestas, cuándo las diste, cuánto tardaste y qué aceptaste.',
			'Lo mismo que tu cuenta: se borran con ella.',
		],
		tests: [
			'Tests de propuestas',
			'Tus respuestas y cuánto tardaste. Tu grupo de edad, tu género y tus comentarios, si los das. Ni tu nombre ni tu cuenta se guardan con un test.',
			`Sin fecha límite. Un test sin respuestas ni comentarios se borra a los ${TEST_UNUSED_DAYS} días.`,
		],
		resets: [
			'Enlaces para cambiar la contraseña',
			'Un código del enlace. Si el servidor no envía correo, los administradores pueden ver el enlace para entregarlo.',
			`Como máximo ${RESET_LINK_MINUTES + 60 * CLEANUP_HOURS} minutos.`,
		],
		counts: [
			'Direcciones de red',
			'Para evitar abusos contamos las llamadas desde una dirección y los intentos de entrar.',
			`Como máximo ${RATE_WINDOW_MAX_HOURS + CLEANUP_HOURS} horas.`,
		],
		changes: [
			'Registro de cambios',
			'Quién cambió qué y cuándo: el trabajo de los administradores, las cuentas nuevas y las contraseñas nuevas.',
			'Sin fecha límite. Cuando se borra una cuenta, su nombre desaparece también de aquí.',
		],
		logs: [
			'Registro del servidor',
			'Errores y sucesos sin nombres, direcciones ni respuestas. Si el servidor no envía correo, también los enlaces para cambiar la contraseña, con el nombre de usuario.',
			'Lo decide el responsable.',
		],
		backups: [
			'Copias de seguridad',
			'Copias de todo lo anterior, salvo el registro del servidor.',
			`Lo decide el responsable. Una instalación pequeña guarda además sus ${SNAPSHOTS_KEPT} últimas copias por hora. Lo borrado sigue en una copia hasta que otra más nueva la sustituye.`,
		],
	},
	onDevice: {
		quizzes: [
			'Tus cuestionarios y tests',
			'Una copia de tus respuestas y resultados, tus notas y las elecciones que has abierto.',
			'Hasta que lo quites en «Tus datos» o vacíes el navegador. En un dispositivo compartido, hasta que cierres la sesión.',
		],
		signIn: [
			'Tu sesión',
			'Tu nombre de usuario, tu correo y la clave que mantiene la sesión.',
			`Hasta que cierres la sesión. La clave vale ${SIGN_IN_DAYS} días. En un dispositivo compartido termina con la pestaña.`,
		],
		settings: [
			'Ajustes',
			'Tema, movimiento e idioma.',
			'Hasta que vacíes el navegador. Se mantienen al cerrar la sesión.',
		],
		app: [
			'La aplicación',
			'Sus archivos y las imágenes de las candidaturas, para que se abra sin conexión.',
			'Hasta que llegue una versión nueva o vacíes el navegador.',
		],
	},
	operator: {
		title: 'Quién es responsable de esta instalación',
		name: 'Responsable',
		contact: 'Contacto',
		missing: 'El responsable de esta instalación todavía no ha rellenado esta parte.',
		loading: 'Cargando quién es el responsable',
		offline: 'No hay conexión. Conéctate una vez para ver quién es el responsable.',
		failed: 'No se pudo cargar quién es el responsable.',
	},
	toTest: 'Ir al test',
	toElections: 'Ir a las elecciones',
}
