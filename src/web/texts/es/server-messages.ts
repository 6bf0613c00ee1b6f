const day = new Intl.DateTimeFormat('es', { dateStyle: 'long', timeZone: 'UTC' })

/** Formats a calendar day (YYYY-MM-DD). */
const dayOf = (text: string): string => day.format(new Date(`${text}T00:00:00Z`))

/** Messages of the domain, the contract, this device and our server, by English text. */
const WHOLE: Readonly<Record<string, string>> = {
	'An error occurred. Please try again.': 'Se ha producido un error. Inténtalo de nuevo.',
	'Bad credentials': 'El nombre de usuario o la contraseña no son correctos',
	Candidate: 'Candidatura',
	City: 'Ciudad',
	County: 'Condado',
	'Email is already taken': 'Esta dirección de correo ya está en uso',
	'Email is already taken.': 'Esta dirección de correo ya está en uso.',
	'Email is required': 'Escribe tu correo electrónico',
	'Failed to complete test. Please try again.': 'No se pudo terminar el test. Inténtalo de nuevo.',
	'Failed to start quiz. No attempt ID was returned.':
		'No se pudo empezar el cuestionario. No se recibió ningún identificador de intento.',
	'Failed to submit feedback. Please try again.':
		'No se pudo enviar tu opinión. Inténtalo de nuevo.',
	'Failed to submit guess. Please try again.':
		'No se pudo enviar tu respuesta. Inténtalo de nuevo.',
	'Guess at least one policy before you finish the test.':
		'Responde al menos a una propuesta antes de terminar el test.',
	'Network error. Please check your connection.': 'Error de red. Comprueba tu conexión.',
	'No more questions available.': 'No quedan más preguntas.',
	'Password is required': 'Escribe una contraseña',
	'Passwords do not match': 'Las contraseñas no coinciden',
	'Please check your input and try again.': 'Revisa lo que has escrito e inténtalo de nuevo.',
	'Please confirm your password': 'Confirma tu contraseña',
	'Please enter a valid email address': 'Escribe una dirección de correo válida',
	'Please enter your feedback': 'Escribe tu opinión',
	'Please sign in to continue.': 'Inicia sesión para continuar.',
	Required: 'Este dato es obligatorio',
	State: 'Estado',
	'Thank you for your feedback!': '¡Gracias por tu opinión!',
	'The quiz could not be started on the server, so this could not be sent.':
		'El cuestionario no se pudo empezar en el servidor, así que esto no se pudo enviar.',
	'The request body must be application/json.':
		'El servidor no ha entendido lo que se le ha enviado.',
	'The request body needs a Content-Length.': 'Falta la longitud de lo que se ha enviado.',
	'The requested resource was not found.': 'No se ha encontrado lo que buscabas.',
	'The same request is being worked on. Please try again in a moment.':
		'Ya se está trabajando en lo mismo. Inténtalo de nuevo en un momento.',
	'The server no longer has some of your guesses.':
		'El servidor ya no tiene algunas de tus respuestas.',
	'The service is not available at the moment. Please try again.':
		'El servicio no está disponible en este momento. Inténtalo de nuevo.',
	'The service is starting. Please try again in a moment.':
		'El servicio está arrancando. Inténtalo de nuevo en un momento.',
	'The service is very busy. Please try again in a moment.':
		'El servicio está muy ocupado. Inténtalo de nuevo en un momento.',
	'There is no knowledge test at the moment.': 'En este momento no hay ningún test de propuestas.',
	'These candidates have no policies to ask about yet.':
		'Estas candidaturas aún no tienen propuestas sobre las que preguntar.',
	'This attempt is no longer on this device.': 'Este intento ya no está en este dispositivo.',
	'This attempt was reset. Please go on with the new one.':
		'Este intento se ha reiniciado. Continúa con el nuevo.',
	'This could not be read back.': 'Esto no se pudo volver a leer.',
	'This idempotency key was used for another request.':
		'Esta clave ya se ha usado para otra petición.',
	'This link is no longer valid. Ask for a new one.':
		'Este enlace ya no es válido. Pide uno nuevo.',
	'This method is not allowed here.': 'Este método no está permitido aquí.',
	'This quiz is not active.': 'Este cuestionario no está activo.',
	'This quiz is not completed yet.': 'Este cuestionario aún no está completado.',
	'This quiz is ready.': 'Este cuestionario está listo.',
	'This quiz needs at least 2 candidates.': 'Este cuestionario necesita al menos 2 candidaturas.',
	'This quiz no longer exists.': 'Este cuestionario ya no existe.',
	'This test is completed: no more guesses are taken.':
		'Este test está completado: ya no se aceptan respuestas.',
	'This test is no longer on this device.': 'Este test ya no está en este dispositivo.',
	'Too long': 'Es demasiado largo',
	'Too many requests are coming from your network at the moment. Please try again in a few minutes.':
		'En este momento llegan demasiadas peticiones desde tu red. Inténtalo de nuevo dentro de unos minutos.',
	'Too many requests at the moment. Please try again later.':
		'Hay demasiadas peticiones en este momento. Inténtalo de nuevo más tarde.',
	'Too short': 'Es demasiado corto',
	'Unable to complete quiz. Please try again.':
		'No se pudo completar el cuestionario. Inténtalo de nuevo.',
	'Unable to reset quiz. Please try again.':
		'No se pudo repetir el cuestionario. Inténtalo de nuevo.',
	'Unable to start quiz. Please try again.':
		'No se pudo empezar el cuestionario. Inténtalo de nuevo.',
	'Unable to submit answer. Please try again.':
		'No se pudo enviar tu respuesta. Inténtalo de nuevo.',
	'Username is already taken': 'Este nombre de usuario ya está en uso',
	'Username is already taken.': 'Este nombre de usuario ya está en uso.',
	'Username is already taken. Email is already taken.':
		'Este nombre de usuario y esta dirección de correo ya están en uso.',
	'Username can have letters, digits, punctuation and single spaces only, and no invisible characters':
		'El nombre de usuario solo puede tener letras, cifras, signos de puntuación y espacios sueltos, sin caracteres invisibles',
	'Username is required': 'Escribe un nombre de usuario',
	'You are not authorized to access this resource.': 'No tienes permiso para ver esto.',
	'You are not authorized to perform this action.': 'No tienes permiso para hacer esto.',
	'You have already completed this quiz.': 'Ya has completado este cuestionario.',
	'You have answered every question.': 'Has respondido a todas las preguntas.',
	'Your new password is set. Every device has to sign in with it.':
		'Tu contraseña nueva está guardada. Todos los dispositivos tienen que iniciar sesión con ella.',
	'ZIP Code': 'Código postal',
	'This is not your password.': 'Esta no es tu contraseña.',
	'Your account and everything held about you have been erased.':
		'Tu cuenta y todo lo que se guardaba sobre ti se han borrado.',
	'You are the last administrator. Make somebody else an administrator first.':
		'Eres la última persona con permisos de administración. Antes, dáselos a otra.',
	'Your account was changed a moment ago. Please try again.':
		'Tu cuenta ha cambiado hace un momento. Inténtalo de nuevo.',
}

const FIELDS: Readonly<Record<string, string>> = {
	Email: 'La dirección de correo',
	Password: 'La contraseña',
	Username: 'El nombre de usuario',
}

/** Messages with values, by pattern of the English text. */
const WITH_VALUES: readonly (readonly [RegExp, (...values: string[]) => string])[] = [
	[
		/^(Email|Password|Username) must be at (least|most) (\d+) characters$/,
		(field = '', limit, count) =>
			`${FIELDS[field]} debe tener ${limit === 'least' ? 'al menos' : 'como máximo'} ${count} caracteres`,
	],
	[
		/^If this address has an account, a link to set a new password is on its way to it\. It works once, for (\d+) minutes\.$/,
		(minutes) =>
			`Si esta dirección tiene una cuenta, un enlace para crear una contraseña nueva va de camino. Funciona una vez, durante ${minutes} minutos.`,
	],
	[
		/^If this address has an account, an administrator can now give you a link to set a new password\. It works once, for (\d+) minutes\.$/,
		(minutes) =>
			`Si esta dirección tiene una cuenta, quien administra el servicio puede darte ahora un enlace para crear una contraseña nueva. Funciona una vez, durante ${minutes} minutos.`,
	],
	[
		/^Feedback is too long \(max (\d+) characters\)$/,
		(most) => `El texto es demasiado largo (máximo ${most} caracteres)`,
	],
	[
		/^No validated policies yet for: (.+)\.$/,
		(names) => `Aún no hay propuestas validadas de: ${names}.`,
	],
	[
		/^The request body is larger than (\d+) bytes\.$/,
		(most) => `Lo que se ha enviado ocupa más de ${most} bytes.`,
	],
	[
		/^This quiz ended on (\d{4}-\d\d-\d\d)\.$/,
		(last) => `Este cuestionario terminó el ${dayOf(last)}.`,
	],
	[
		/^This quiz is not finished: (\d+) questions? (?:is|are) unanswered\.$/,
		(count) =>
			count === '1'
				? 'Este cuestionario no está terminado: queda 1 pregunta sin responder.'
				: `Este cuestionario no está terminado: quedan ${count} preguntas sin responder.`,
	],
	[
		/^This quiz opens on (\d{4}-\d\d-\d\d)\.$/,
		(first) => `Este cuestionario se abre el ${dayOf(first)}.`,
	],
]

/** Translates a message. @returns undefined if it is unknown. */
export const said = (message: string): string | undefined => {
	if (Object.hasOwn(WHOLE, message)) return WHOLE[message]
	for (const [form, inSpanish] of WITH_VALUES) {
		const found = form.exec(message)
		if (found) return inSpanish(...found.slice(1))
	}
	return undefined
}

/** Back-office messages by English text. Not loaded: the back-office is English only. A test keeps them complete. */
export const SAID_ADMIN: Readonly<Record<string, string>> = {
	'A picture may have at most 512 KB': 'Una imagen puede tener como máximo 512 KB',
	'One of these elections no longer exists': 'Una de estas elecciones ya no existe',
	'Somebody else changed this in the meantime.': 'Otra persona lo ha cambiado entretanto.',
	'SVG is not taken: save the picture as PNG': 'No se admite SVG: guarda la imagen como PNG',
	'The election of this quiz is deleted: restore that first.':
		'La elección de este cuestionario está eliminada: restáurala primero.',
	'The candidate of this policy is deleted: restore them first.':
		'La candidatura de esta propuesta está eliminada: restáurala primero.',
	'There is a policy with this id already.': 'Ya hay una propuesta con este id.',
	'This candidate no longer exists': 'Esta candidatura ya no existe',
	'This election no longer exists': 'Esta elección ya no existe',
	'This idempotency key was used for another request.':
		'Esta clave de idempotencia se usó para otra petición.',
	'This is no picture in PNG, JPEG, WebP, GIF or AVIF':
		'Esto no es una imagen en PNG, JPEG, WebP, GIF o AVIF',
	'This is not deleted.': 'Esto no está eliminado.',
	'This picture has more than 25 million pixels': 'Esta imagen tiene más de 25 millones de píxeles',
	'This picture is no longer there: choose it again': 'Esta imagen ya no está: elígela de nuevo',
	'This picture moves: choose one that stands still':
		'Esta imagen se mueve: elige una que esté quieta',
	'You are not authorized to perform this action.': 'No tienes permiso para hacer esto.',
	'You are the last administrator. Make somebody else an administrator first.':
		'Eres la última persona con administración. Nombra antes a otra.',
	'You cannot delete your own account here.': 'Aquí no puedes eliminar tu propia cuenta.',
	'You cannot take the administrator role from yourself.':
		'No puedes quitarte a ti el rol de administración.',
	'Please create at least one test configuration before enabling the feature':
		'Crea al menos una configuración de prueba antes de activar la función',
	'Please select both candidates': 'Elige las dos candidaturas',
	'There is a test of these two candidates already': 'Ya hay una prueba con estas dos candidaturas',
	'Please select different candidates': 'Elige candidaturas distintas',
	'Please enter a valid URL': 'Introduce una URL válida',
	'The address has to begin with http:// or https://':
		'La dirección tiene que empezar por http:// o https://',
	'The address may name no port but 80 and 443':
		'La dirección no puede indicar otro puerto que 80 o 443',
	'The address may hold no username and no password':
		'La dirección no puede contener ni usuario ni contraseña',
	'The address leads to a private or special network, from which nothing is read':
		'La dirección lleva a una red privada o especial, de la que no se lee nada',
	'The address names a host that cannot be found':
		'La dirección nombra un servidor que no se encuentra',
	'The page cannot be reached': 'No se puede acceder a la página',
	'The page redirects too often, or to nowhere':
		'La página redirige demasiadas veces, o a ninguna parte',
	'The page answers with an error': 'La página responde con un error',
	'The page is neither HTML nor plain text nor PDF':
		'La página no es HTML, ni texto sin formato, ni PDF',
	'The page is compressed in a way that is not known, or damaged':
		'La página está comprimida de una forma desconocida, o dañada',
	'The page took too long to load': 'La página tardó demasiado en cargarse',
	'The extraction was cancelled': 'La extracción se canceló',
	'The source is too large to be read': 'La fuente es demasiado grande para leerla',
	'The source is nested too deeply to be read':
		'La fuente está anidada con demasiada profundidad para leerla',
	'The source takes too long to be read': 'La fuente tarda demasiado en leerse',
	'Please provide more content (at least 50 words)': 'Añade más contenido (al menos 50 palabras)',
	'The source has no text': 'La fuente no tiene texto',
	'The PDF holds pictures of its pages only, and no text':
		'El PDF solo contiene imágenes de sus páginas, y ningún texto',
	'The file is protected by a password': 'El archivo está protegido con contraseña',
	'The file is damaged, or not what its name says':
		'El archivo está dañado, o no es lo que dice su nombre',
	'Please choose a .txt, .html, .pdf or .docx file': 'Elige un archivo .txt, .html, .pdf o .docx',
	'Other files are being read: please try again in a moment':
		'Se están leyendo otros archivos: inténtalo de nuevo en un momento',
}
