import { shell } from '#web/texts/shell.ts'

/** Says that the app works from memory. It stays: there is nothing to do about it here. */
export const NothingKept = () => (
	<p role="status" className="border-b border-base-300 bg-base-200">
		<span className="mx-auto block max-w-5xl px-4 py-3 text-sm font-medium">
			{shell.nothingKept}
		</span>
	</p>
)
