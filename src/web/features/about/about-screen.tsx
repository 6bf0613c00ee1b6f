import { Link } from '@tanstack/react-router'
import { type ReactNode, useId } from 'react'
import { isOffline } from '#http/failure.ts'
import { useSession } from '#web/app/session.ts'
import { about } from '#web/texts/en/about.ts'
import { ui } from '#web/texts/en/late.ts'
import { OperatorFacts } from '#web/ui/operator.tsx'
import { Page } from '#web/ui/page.tsx'
import type { Refresh } from '#web/ui/refresh.ts'
import { StaleNote } from '#web/ui/stale-note.tsx'
import { useOperator } from './use-operator.ts'

interface TextsProps {
	readonly texts: readonly string[]
}

const Paragraphs = ({ texts }: TextsProps) =>
	texts.map((text) => (
		<p key={text} className="mt-3">
			{text}
		</p>
	))

interface SectionProps extends Partial<TextsProps> {
	readonly title: string
	readonly children?: ReactNode
}

const Section = ({ title, texts = [], children }: SectionProps) => {
	const id = useId()
	return (
		<section aria-labelledby={id} className="mt-8">
			<h2 id={id} className="text-2xl font-semibold">
				{title}
			</h2>
			<Paragraphs texts={texts} />
			{children}
		</section>
	)
}

interface StoredProps {
	readonly title: string
	readonly kinds: Readonly<Record<string, readonly string[]>>
}

const Stored = ({ title, kinds }: StoredProps) => (
	<>
		<h3 className="mt-5 text-lg font-semibold">{title}</h3>
		<dl className="mt-2 divide-y divide-base-300 rounded-box border border-base-300 bg-surface px-4 shadow-paper">
			{Object.values(kinds).map(([name, what, until]) => (
				<div key={name} className="py-3">
					<dt className="font-semibold">{name}</dt>
					<dd>{what}</dd>
					<dd className="text-muted">{until}</dd>
				</div>
			))}
		</dl>
	</>
)

/** Replaces the operator before the first reply. */
const Unknown = ({ refresh: { failure, retry } }: { readonly refresh: Refresh }) => {
	if (failure === null) {
		return (
			<div role="status" className="mt-3">
				<span className="sr-only">{about.operator.loading}</span>
				<div className="skeleton h-32 rounded-box" />
			</div>
		)
	}
	const offline = isOffline(failure)
	return (
		<div role={offline ? undefined : 'alert'} className="mt-3">
			<p>{offline ? about.operator.offline : about.operator.failed}</p>
			{offline && <p>{ui.loadsByItself}</p>}
			<button type="button" className="btn mt-3" onClick={retry}>
				{ui.retry}
			</button>
		</div>
	)
}

/** Comes last on the page, so that its late reply moves nothing. */
const OperatorSection = () => {
	const { known, refresh } = useOperator()
	return (
		<Section title={about.operator.title}>
			{known === null ? (
				<Unknown refresh={refresh} />
			) : (
				<>
					<OperatorFacts operator={known.operator} />
					<div className="mt-4">
						<StaleNote refresh={refresh} />
					</div>
				</>
			)}
		</Section>
	)
}

export const AboutScreen = () => {
	const { user } = useSession()
	return (
		<Page title={about.title} width="narrow">
			<h1 className="text-3xl font-semibold sm:text-4xl">{about.title}</h1>
			<Section title={about.what.title} texts={[about.what.intro]}>
				<Link to={user ? '/elections' : '/test'} className="btn btn-primary mt-4">
					{user ? about.toElections : about.toTest}
				</Link>
				<Paragraphs texts={about.what.texts} />
			</Section>
			<Section {...about.score} />
			<Section title={about.stored.title} texts={[about.stored.yours]}>
				<Stored title={about.stored.server} kinds={about.onServer} />
				<Stored title={about.stored.device} kinds={about.onDevice} />
				<p className="mt-3 text-muted">{about.stored.pictures}</p>
			</Section>
			<OperatorSection />
		</Page>
	)
}
