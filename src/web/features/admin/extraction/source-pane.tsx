import type { UseQueryResult } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'
import type { ProposedPolicy, StoredSource } from '#contract/admin/extraction.ts'
import { common } from '#web/texts/en/admin/common.ts'
import { extraction } from '#web/texts/en/admin/extraction.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { errorText } from '../kit/errors.ts'
import { CloseButton } from '../kit/page.tsx'
import { failureOf } from '../kit/queries.ts'

const texts = extraction.review

/** Context around a quote, in characters. */
const AROUND = 240

export interface QuotePlace {
	readonly start: number
	readonly end: number
}

/** Finds a quote in the stored source: at `quoteStart`, otherwise its first occurrence. Null if not found. */
export const placeOf = (
	{ text }: Pick<StoredSource, 'text'>,
	quote: string,
	quoteStart: number | null,
): QuotePlace | null => {
	const there = quoteStart !== null && text.startsWith(quote, quoteStart)
	const start = there ? quoteStart : text.indexOf(quote)
	return start < 0 || quote === '' ? null : { start, end: start + quote.length }
}

export interface ShownBlock {
	readonly kind: StoredSource['blocks'][number]['kind']
	readonly start: number
	readonly before: string
	readonly marked: string
	readonly after: string
	/** Not visible when the page is first opened. */
	readonly hidden: boolean
}

const endOf = (text: string): string => `…${text.slice(-AROUND).replace(/^\S*\s/u, '')}`

const beginningOf = (text: string): string => `${text.slice(0, AROUND).replace(/\s\S*$/u, '')}…`

const cut = (text: string, from: number, to: number): string => text.slice(from, Math.max(from, to))

/** Source blocks with the quote marked. A source without blocks becomes one paragraph. */
export const blocksWith = (
	{ text, blocks }: Pick<StoredSource, 'text' | 'blocks'>,
	place: QuotePlace | null,
): readonly ShownBlock[] => {
	const whole: StoredSource['blocks'] =
		blocks.length > 0 ? blocks : [{ kind: 'paragraph', start: 0, end: text.length }]
	return whole.map(({ kind, start, end, hidden = false }) => {
		const from = Math.min(end, Math.max(start, place?.start ?? end))
		const to = Math.min(end, Math.max(from, place?.end ?? from))
		return {
			kind,
			start,
			before: cut(text, start, from),
			marked: cut(text, from, to),
			after: cut(text, to, end),
			hidden,
		}
	})
}

/** Blocks around a quote; long ones are truncated. */
export const neighbourhood = (
	blocks: readonly ShownBlock[],
	place: QuotePlace,
): readonly ShownBlock[] =>
	blocks
		.filter(({ start, before, marked, after }) => {
			const end = start + before.length + marked.length + after.length
			return end > place.start - AROUND && start < place.end + AROUND
		})
		.map((block) =>
			block.marked === ''
				? { ...block, before: shortened(block, place), after: '' }
				: {
						...block,
						before: block.before.length > AROUND ? endOf(block.before) : block.before,
						after: block.after.length > AROUND ? beginningOf(block.after) : block.after,
					},
		)

const shortened = ({ start, before, after }: ShownBlock, place: QuotePlace): string => {
	const text = before + after
	if (text.length <= AROUND) return text
	return start < place.start ? endOf(text) : beginningOf(text)
}

const LOOKS: Readonly<Record<ShownBlock['kind'], string>> = {
	heading: 'font-semibold',
	paragraph: '',
	bullet: "ms-4 before:me-2 before:content-['•']",
	other: 'text-muted italic',
}

const MARK =
	'rounded-sm bg-primary/15 text-base-content underline decoration-primary decoration-2 underline-offset-4'

// Render as text, never as HTML: the page is untrusted.
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
		// Scroll again: content-visibility replaces the estimated heights once blocks near the quote are rendered.
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
				// biome-ignore lint/a11y/noNoninteractiveTabindex: makes the scroll area keyboard accessible.
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
	readonly source: UseQueryResult<StoredSource | null>
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
	if (source.data) return <Place proposal={proposal} source={source.data} />
	const failure = failureOf(source)
	return (
		<>
			{failure && (
				<div role="alert" className="mb-3 flex flex-wrap items-center gap-3">
					<p className="text-sm font-medium text-error">{errorText(failure, texts.sourceFailed)}</p>
					<button type="button" className="btn" onClick={() => void source.refetch()}>
						{common.retry}
					</button>
				</div>
			)}
			<p className="text-sm text-muted">{source.isFetching ? common.loading : texts.notKept}</p>
			<blockquote className="mt-2 border-s-4 border-primary ps-3 text-sm whitespace-pre-line wrap-anywhere">
				{proposal.quote}
			</blockquote>
		</>
	)
}

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
