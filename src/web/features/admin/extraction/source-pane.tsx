import { useEffect, useMemo, useRef, useState } from 'react'
import type { ProposedPolicy, StoredSource } from '#contract/policy-extraction.ts'
import { common } from '#web/texts/admin/common.ts'
import { extraction } from '#web/texts/admin/extraction.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { faultText } from '../faults.ts'
import { CloseButton } from '../forms/close-button.tsx'
import type { Read } from '../lists/use-read.ts'
import {
	blocksWith,
	neighbourhood,
	placeOf,
	type QuotePlace,
	type ShownBlock,
} from './source-place.ts'

const texts = extraction.review

const LOOKS: Readonly<Record<ShownBlock['kind'], string>> = {
	heading: 'font-semibold',
	paragraph: '',
	bullet: "ms-4 before:me-2 before:content-['•']",
	other: 'text-muted italic',
}

const MARK =
	'rounded-sm bg-primary/15 text-base-content underline decoration-primary decoration-2 underline-offset-4'

// As text, never as HTML: it is somebody else's page.
const Blocks = ({ blocks }: { readonly blocks: readonly ShownBlock[] }) => (
	<div className="grid gap-2 text-sm leading-relaxed">
		{blocks.map(({ kind, start, before, marked, after, hidden }) => (
			<p
				key={start}
				className={`whitespace-pre-line wrap-anywhere ${LOOKS[kind]} ${hidden ? 'border-s-4 border-warning ps-2' : ''}`}
				style={{ contentVisibility: 'auto', containIntrinsicSize: 'auto 3rem' }}
			>
				{hidden && <span className="font-semibold">{`${texts.hiddenBlock} `}</span>}
				<span>{before}</span>
				{marked && <mark className={MARK}>{marked}</mark>}
				<span>{after}</span>
			</p>
		))}
	</div>
)

interface WholeProps {
	readonly source: StoredSource
	readonly place: QuotePlace | null
	readonly onClose: () => void
}

const WholeSource = ({ source, place, onClose }: WholeProps) => {
	const box = useRef<HTMLDivElement>(null)
	const blocks = useMemo(() => blocksWith(source, place), [source, place])
	useEffect(() => {
		const show = (): void => box.current?.querySelector('mark')?.scrollIntoView({ block: 'center' })
		show()
		box.current?.focus({ preventScroll: true })
		// What is near it has been drawn by then, and is higher or lower than was guessed.
		const drawn = setTimeout(show, 50)
		return () => clearTimeout(drawn)
	}, [])
	return (
		<Dialog title={texts.wholeTitle} onClose={onClose} className="max-w-3xl">
			<CloseButton onClose={onClose} />
			{(source.title ?? source.url) && (
				<p className="mt-1 text-muted wrap-anywhere">{source.title ?? source.url}</p>
			)}
			<section
				ref={box}
				// biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is scrolled with the keyboard as well.
				tabIndex={0}
				aria-label={texts.wholeTitle}
				className="mt-4 max-h-[65dvh] overflow-y-auto rounded-field border border-base-300 bg-base-100 p-4"
			>
				<Blocks blocks={blocks} />
			</section>
		</Dialog>
	)
}

interface SourcePaneProps {
	readonly proposal: ProposedPolicy | null
	readonly source: Read<StoredSource | null>
}

const Place = ({
	proposal,
	source,
}: {
	readonly proposal: ProposedPolicy
	readonly source: StoredSource
}) => {
	const [whole, setWhole] = useState(false)
	const { quote, quoteStart } = proposal
	const place = useMemo(() => placeOf(source, quote ?? '', quoteStart), [source, quote, quoteStart])
	const near = useMemo(
		() => (place ? neighbourhood(blocksWith(source, place), place) : []),
		[source, place],
	)
	return (
		<>
			{place ? (
				<Blocks blocks={near} />
			) : (
				<>
					<p className="text-sm font-medium text-error">{texts.notFound}</p>
					<blockquote className="mt-2 border-s-4 border-base-300 ps-3 text-sm wrap-anywhere">
						{quote}
					</blockquote>
				</>
			)}
			<button type="button" className="btn mt-3" onClick={() => setWhole(true)}>
				{texts.whole}
			</button>
			{whole && <WholeSource source={source} place={place} onClose={() => setWhole(false)} />}
		</>
	)
}

const Content = ({ proposal, source }: SourcePaneProps) => {
	if (!proposal?.quote) return <p className="text-sm text-muted">{texts.byHand}</p>
	if (source.value) return <Place proposal={proposal} source={source.value} />
	const { failure, loading, reload } = source
	return (
		<>
			{failure && (
				<div role="alert" className="mb-3 flex flex-wrap items-center gap-3">
					<p className="text-sm font-medium text-error">{faultText(failure, texts.sourceFailed)}</p>
					<button type="button" className="btn" onClick={reload}>
						{common.retry}
					</button>
				</div>
			)}
			<p className="text-sm text-muted">{loading ? common.loading : texts.notKept}</p>
			<blockquote className="mt-2 border-s-4 border-primary ps-3 text-sm whitespace-pre-line wrap-anywhere">
				{proposal.quote}
			</blockquote>
		</>
	)
}

/** Where a proposal stands in the candidate's own words. */
export const SourcePane = ({ proposal, source }: SourcePaneProps) => (
	<section
		aria-label={texts.origin}
		className="rounded-field border border-base-300 bg-base-100 p-3 sm:p-4"
	>
		<h4 className="mb-2 text-sm font-semibold">{texts.origin}</h4>
		{proposal?.hidden && (
			<p className="mb-3 rounded-field border border-warning bg-warning/15 px-3 py-2 text-sm font-medium">
				{texts.hiddenQuote}
			</p>
		)}
		<Content proposal={proposal} source={source} />
		{proposal?.engine === 'MODEL' && <p className="mt-3 text-sm text-muted">{texts.model}</p>}
		{typeof proposal?.confidence === 'number' && (
			<details className="mt-2 text-sm">
				<summary className="flex min-h-11 cursor-pointer items-center text-primary underline underline-offset-4">
					{texts.commitment(`${Math.round(100 * proposal.confidence)} %`)}
				</summary>
				<ul className="list-disc ps-5 text-muted">
					{proposal.commitmentReasons.map((reason) => (
						<li key={reason} className="wrap-anywhere">
							{reason}
						</li>
					))}
				</ul>
			</details>
		)}
	</section>
)
