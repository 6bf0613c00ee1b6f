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
