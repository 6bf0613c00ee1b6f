import { contactLink, type Operator } from '#contract/about.ts'
import { about } from '#web/texts/en/about.ts'
import { contentLanguage } from '#web/texts/language.ts'

const Contact = ({ contact }: Pick<Operator, 'contact'>) => {
	const link = contactLink(contact)
	return link === null ? (
		<span className="wrap-anywhere">{contact}</span>
	) : (
		<a href={link} className="inline-block py-3 font-medium wrap-anywhere text-primary underline">
			{contact}
		</a>
	)
}

/** The operator of the installation, as visitors see it. @param operator null if it is not filled in. */
export const OperatorFacts = ({ operator }: { readonly operator: Operator | null }) =>
	operator === null ? (
		<p className="mt-3">{about.operator.missing}</p>
	) : (
		<>
			<dl className="mt-3 grid gap-2">
				<div>
					<dt className="text-sm text-muted">{about.operator.name}</dt>
					<dd lang={contentLanguage} className="font-medium wrap-anywhere">
						{operator.name}
					</dd>
				</div>
				<div>
					<dt className="text-sm text-muted">{about.operator.contact}</dt>
					<dd>
						<Contact contact={operator.contact} />
					</dd>
				</div>
			</dl>
			{operator.text && (
				<p lang={contentLanguage} className="mt-2 whitespace-pre-line wrap-anywhere">
					{operator.text}
				</p>
			)}
		</>
	)
