/**
 * What the server says of the back-office, by the English text. The pages of the back-office are English alone, so that
 * nothing loads this yet; a test holds it to what the server says.
 */
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
}
