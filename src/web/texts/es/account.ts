import type { account as english } from '../en/account.ts'

export const account: typeof english = {
	tagline: 'Compara propuestas con objetividad y sin sesgos',
	noConnection:
		'Sin conexión. Aquí hace falta una; después, las elecciones guardadas funcionan sin ella.',
	keptBefore: 'Lo que respondiste aquí antes se conserva.',
	show: (field) => `Mostrar ${field}`,
	hide: (field) => `Ocultar ${field}`,
	failed: 'Se ha producido un error. Inténtalo de nuevo.',
	networkError: 'Error de red. Comprueba tu conexión.',
	signInTitle: 'Iniciar sesión',
	welcome: 'Te damos la bienvenida de nuevo',
	username: 'Nombre de usuario',
	password: 'Contraseña',
	remember: 'Recordarme',
	forgot: 'He olvidado mi contraseña',
	signIn: 'Iniciar sesión',
	signingIn: 'Iniciando sesión...',
	newHere: '¿Es tu primera vez en Evenhand?',
	registerNow: 'Crea tu cuenta',
	ended: 'Tu sesión ha terminado.',
	gone: 'El servidor ya no tiene tu cuenta, así que se ha cerrado tu sesión. Lo que respondiste sigue en este dispositivo.',
	goneUnsent: (unsent, count) =>
		count === 1 ? `${unsent} nunca se envió.` : `${unsent} nunca se enviaron.`,
	kept: (unsent, count) =>
		count === 1
			? `${unsent} está en este dispositivo y se enviará cuando inicies sesión.`
			: `${unsent} están en este dispositivo y se enviarán cuando inicies sesión.`,
	badCredentials: 'El nombre de usuario o la contraseña no son correctos',
	noAnswer: 'Error de conexión. Inténtalo de nuevo.',
	loginFailed: 'No se pudo iniciar sesión. Inténtalo de nuevo.',
	create: 'Crear una cuenta',
	email: 'Correo electrónico',
	confirm: 'Confirma la contraseña',
	register: 'Crear cuenta',
	creating: 'Creando la cuenta...',
	haveAccount: '¿Ya tienes una cuenta? Inicia sesión',
	registerFailed: 'No se pudo crear la cuenta. Inténtalo de nuevo.',
	askForLink:
		'Escribe la dirección de correo de tu cuenta para pedir un enlace con el que crear una contraseña nueva.',
	send: 'Enviar',
	sending: 'Enviando...',
	noLinks: 'Este servidor no envía enlaces. Pide ayuda a un administrador.',
	backToSignIn: 'Volver al inicio de sesión',
	newPasswordTitle: 'Crear una contraseña nueva',
	newPassword: 'Contraseña nueva',
	set: 'Guardar contraseña',
	setting: 'Guardando...',
	newLink: 'Pedir otro enlace',
}
