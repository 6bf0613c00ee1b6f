/** The product's mark: two equal bars. */
export const Mark = ({ className = 'size-8' }: { readonly className?: string }) => (
	<svg viewBox="0 0 32 32" className={className} aria-hidden="true" focusable="false">
		<rect width="32" height="32" rx="9" className="fill-primary" />
		<rect x="8" y="10" width="16" height="4" rx="2" className="fill-primary-content" />
		<rect x="8" y="18" width="16" height="4" rx="2" className="fill-primary-content" />
	</svg>
)
