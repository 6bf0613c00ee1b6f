import type { MessageCode, Translated } from '#contract/messages.ts'
import { createTranslate } from '../translate.ts'

const day = new Intl.DateTimeFormat('es', { dateStyle: 'long', timeZone: 'UTC' })

/** Formats a calendar day (YYYY-MM-DD). Keeps other texts. */
const dayText = (text: string | number): string => {
	const at = new Date(`${text}T00:00:00Z`)
	return Number.isNaN(at.getTime()) ? String(text) : day.format(at)
}

/** Messages of the domain, the contract, this device and the server, by code. */
export const messages = {
	'internal-error': 'Se ha producido un error. Inténtalo de nuevo.',
	'invalid-input': 'Revisa lo que has escrito e inténtalo de nuevo.',
	'sign-in-needed': 'Inicia sesión para continuar.',
	'action-forbidden': 'No tienes permiso para hacer esto.',
	'access-forbidden': 'No tienes permiso para ver esto.',
	'not-found': 'No se ha encontrado lo que buscabas.',
	'method-not-allowed': 'Este método no está permitido aquí.',
	'body-not-json': 'El servidor no ha entendido lo que se le ha enviado.',
	'body-too-large': 'Lo que se ha enviado ocupa más de {bytes} bytes.',
	'content-length-missing': 'Falta la longitud de lo que se ha enviado.',
	'too-many-requests': 'Hay demasiadas peticiones en este momento. Inténtalo de nuevo más tarde.',
	'too-many-from-network':
		'En este momento llegan demasiadas peticiones desde tu red. Inténtalo de nuevo dentro de unos minutos.',
	'service-busy': 'El servicio está muy ocupado. Inténtalo de nuevo en un momento.',
	'service-starting': 'El servicio está arrancando. Inténtalo de nuevo en un momento.',
	'service-unavailable': 'El servicio no está disponible en este momento. Inténtalo de nuevo.',
	'request-in-progress': 'Esta petición sigue en curso. Inténtalo de nuevo en un momento.',
	'key-reused': 'Esta clave ya se ha usado para otra petición.',
	required: 'Este dato es obligatorio',
	'too-short': 'Es demasiado corto',
	'username-required': 'Escribe un nombre de usuario',
	'username-too-short': 'El nombre de usuario debe tener al menos {least} caracteres',
	'username-too-long': 'El nombre de usuario debe tener como máximo {most} caracteres',
	'login-name-too-long': 'El nombre de usuario debe tener como máximo {most} caracteres',
	'username-characters':
		'El nombre de usuario solo puede tener letras, cifras, signos de puntuación y espacios sueltos',
	'username-taken': 'Este nombre de usuario ya está en uso',
	'email-required': 'Escribe tu correo electrónico',
	'email-invalid': 'Escribe una dirección de correo válida',
	'email-too-long': 'La dirección de correo debe tener como máximo {most} caracteres',
	'email-taken': 'Esta dirección de correo ya está en uso',
	'password-required': 'Escribe una contraseña',
	'password-too-short': 'La contraseña debe tener al menos {least} caracteres',
	'password-too-long': 'La contraseña debe tener como máximo {most} caracteres',
	'password-unconfirmed': 'Confirma tu contraseña',
	'passwords-differ': 'Las contraseñas no coinciden',
	'registration-username-taken': 'Este nombre de usuario ya está en uso.',
	'registration-email-taken': 'Esta dirección de correo ya está en uso.',
	'registration-both-taken': 'Este nombre de usuario y esta dirección de correo ya están en uso.',
	'bad-credentials': 'El nombre de usuario o la contraseña no son correctos',
	'reset-link-mailed':
		'Si esta dirección tiene una cuenta, le estamos enviando un enlace para crear una contraseña nueva. Funciona una vez, durante {minutes} minutos.',
	'reset-link-ready':
		'Si esta dirección tiene una cuenta, quien administra el servicio puede darte ahora un enlace para crear una contraseña nueva. Funciona una vez, durante {minutes} minutos.',
	'reset-link-invalid': 'Este enlace ya no es válido. Pide uno nuevo.',
	'password-set':
		'Tu contraseña nueva está guardada. Inicia sesión con ella en todos tus dispositivos.',
	'password-wrong': 'La contraseña no es correcta.',
	'account-changed': 'Tu cuenta acaba de cambiar. Inténtalo de nuevo.',
	'account-erased': 'Tu cuenta y todo lo que guardábamos sobre ti se han borrado.',
	'last-administrator':
		'Eres la última persona con permisos de administración. Antes, dáselos a otra.',
	'quiz-ready': 'Este cuestionario está listo.',
	'quiz-not-active': 'Este cuestionario no está activo.',
	'quiz-opens-on': 'Este cuestionario se abre el {day}.',
	'quiz-ended-on': 'Este cuestionario terminó el {day}.',
	'quiz-needs-candidates': 'Este cuestionario necesita al menos {least} candidaturas.',
	'quiz-needs-policies': 'Aún no hay propuestas validadas de: {names}.',
	'quiz-gone': 'Este cuestionario ya no existe.',
	'quiz-already-completed': 'Ya has completado este cuestionario.',
	'quiz-not-completed': 'Este cuestionario aún no está completado.',
	'one-question-unanswered': 'Este cuestionario no está terminado: queda 1 pregunta sin responder.',
	'questions-unanswered':
		'Este cuestionario no está terminado: quedan {count} preguntas sin responder.',
	'one-answer-missing': 'Para puntuar todas las candidaturas, responde al menos a 1 pregunta más.',
	'answers-missing':
		'Para puntuar todas las candidaturas, responde al menos a {count} preguntas más.',
	'attempt-reset': 'Has empezado de nuevo este cuestionario. Continúa con el intento nuevo.',
	'no-knowledge-test': 'En este momento no hay ningún test de propuestas.',
	'test-needs-policies': 'Estas candidaturas aún no tienen propuestas sobre las que preguntar.',
	'test-needs-guess': 'Responde al menos a una propuesta antes de terminar el test.',
	'test-completed': 'Este test está completado. Ya no puedes añadir respuestas.',
	'guesses-lost': 'El servidor ya no tiene algunas de tus respuestas.',
	'feedback-required': 'Escribe tu opinión',
	'feedback-too-long': 'El texto es demasiado largo (máximo {most} caracteres)',
	'feedback-thanks': '¡Gracias por tu opinión!',
	'attempt-not-here': 'Este intento ya no está en este dispositivo.',
	'attempt-never-started':
		'El cuestionario no se pudo empezar en el servidor, así que esto no se pudo enviar.',
	'attempt-id-missing':
		'No se pudo empezar el cuestionario. No se recibió ningún identificador de intento.',
	'test-not-here': 'Este test ya no está en este dispositivo.',
	'entry-unreadable': 'Este cambio guardado no se pudo leer.',
	'start-failed': 'No se pudo empezar el cuestionario. Inténtalo de nuevo.',
	'answer-failed': 'No se pudo enviar tu respuesta. Inténtalo de nuevo.',
	'completion-failed': 'No se pudo completar el cuestionario. Inténtalo de nuevo.',
	'reset-failed': 'No se pudo repetir el cuestionario. Inténtalo de nuevo.',
	'guess-failed': 'No se pudo enviar tu respuesta. Inténtalo de nuevo.',
	'test-completion-failed': 'No se pudo terminar el test. Inténtalo de nuevo.',
	'feedback-failed': 'No se pudo enviar tu opinión. Inténtalo de nuevo.',
} as const satisfies Record<MessageCode, string>

/** Translates a message. @returns undefined without a known code and all its values. */
export const translate = createTranslate(
	messages satisfies Translated<typeof messages>,
	(name, value) => (name === 'day' ? dayText(value) : String(value)),
)
