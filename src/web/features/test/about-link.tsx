import { Link } from '@tanstack/react-router'
import { nav } from '#web/texts/en/shell.ts'

/** Footer of the pages around the test's policies: phones have no room for the link in the bar. */
export const AboutLink = () => (
	<p className="mt-5 text-center">
		<Link to="/about" className="inline-block py-3 font-medium text-primary underline">
			{nav.about}
		</Link>
	</p>
)
