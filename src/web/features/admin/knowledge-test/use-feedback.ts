import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import {
	FEEDBACK_PAGE_SIZES,
	type FeedbackRecord,
	feedback,
} from '#contract/admin/knowledge-test.ts'
import type { Failure } from '#http/failure.ts'
import { call } from '#web/app/api.ts'
import { useBlockReload } from '#web/app/reload-block.ts'
import { knowledgeTest } from '#web/texts/en/admin/knowledge-test.ts'
import { toast } from '#web/ui/toast.ts'
import { datedName } from '../kit/csv.ts'
import { errorText } from '../kit/errors.ts'
import { failureOf, mentions, unwrap } from '../kit/queries.ts'
import {
	chooseSink,
	openFile,
	type Received,
	receive,
	type Sink,
} from '../kit/streamed-download.ts'

const texts = knowledgeTest.everything

export type Direction = 'ASC' | 'DESC'

export interface Place {
	/** Counted from 0. */
	readonly page: number
	readonly size: (typeof FEEDBACK_PAGE_SIZES)[number]
	readonly direction: Direction
}

/** Unvalidated URL parameters. Default values are omitted. */
export interface FeedbackSearch {
	/** Counted from 1, for readable URLs. */
	readonly page?: unknown
	readonly size?: unknown
	readonly direction?: unknown
}

const FIRST = 1
const [DEFAULT_SIZE] = FEEDBACK_PAGE_SIZES

/** Parses URL parameters. Invalid values get the defaults: first page, default size, newest first. */
export const placeOf = ({ page, size, direction }: FeedbackSearch): Place => {
	const number = Number(page ?? FIRST)
	return {
		page: Number.isSafeInteger(number) && number > FIRST ? number - FIRST : 0,
		size: FEEDBACK_PAGE_SIZES.find((known) => known === Number(size)) ?? DEFAULT_SIZE,
		direction: direction === 'ASC' ? 'ASC' : 'DESC',
	}
}

export const searchOf = ({ page, size, direction }: Place): FeedbackSearch => ({
	...(page > 0 && { page: page + FIRST }),
	...(size !== DEFAULT_SIZE && { size }),
	...(direction === 'ASC' && { direction }),
})

interface FeedbackPage {
	readonly content: readonly FeedbackRecord[]
	readonly totalElements: number
	readonly totalPages: number
}

export interface Feedback {
	/** Undefined until the first page has loaded. The previous page stays while the next one loads, or fails. */
	readonly shown: FeedbackPage | undefined
	readonly loading: boolean
	readonly failure: Failure | null
	refetch(): unknown
}

export interface PlaceProps {
	readonly place: Place
	/** @param replace true to replace the history entry */
	readonly onPlace: (place: Place, replace?: boolean) => void
}

const useLast = <Value>(value: Value | undefined): Value | undefined => {
	const [last, setLast] = useState(value)
	if (value !== undefined && value !== last) setLast(value)
	return value ?? last
}

/** Reads a page of feedback. Redirects from beyond the last page to the last page. */
export const useFeedback = ({ place, onPlace }: PlaceProps): Feedback => {
	const { page, size, direction } = place
	const read = useQuery({
		queryKey: ['feedback', place],
		queryFn: ({ signal }) => {
			const query = {
				page: String(page),
				size: String(size),
				sortBy: 'submittedAt',
				sortDirection: direction,
			} as const
			return unwrap(call(feedback.page, { query }, { signal }))
		},
	})
	const { data, isFetching, refetch } = read
	const shown = useLast(data)
	const last = data === undefined ? page : Math.max(0, data.totalPages - 1)
	useEffect(() => {
		if (page > last) onPlace({ page: last, size, direction }, true)
	}, [page, last, size, direction, onPlace])
	return { shown, loading: isFetching, failure: failureOf(read), refetch }
}

interface Said {
	readonly text: string
	readonly good: boolean
}

export interface Exporting {
	readonly bytes: number | null
	readonly said: Said | null
	run(direction: Direction): void
	cancel(): void
}

const WORDS: Readonly<Record<Exclude<Received, 'whole'>, string>> = {
	'broken-off': texts.brokenOff,
	'not-written': texts.notWritten,
}

const bad = (text: string): Said => ({ text, good: false })

const refused = (failure: Failure): Said => bad(errorText(failure, texts.failed))

const fetchInto = async (
	sink: Sink,
	name: string,
	direction: Direction,
	signal: AbortSignal,
	onBytes: (all: number) => void,
): Promise<Said> => {
	const opened = await openFile(feedback.export, { query: { sortDirection: direction } }, signal)
	if (!opened.ok) {
		await sink.abort()
		return signal.aborted ? bad(texts.cancelled) : refused(opened.error)
	}
	const received = await receive(opened.value, sink, onBytes)
	if (received === 'whole') return { text: texts.saved(name), good: true }
	return bad(signal.aborted ? texts.cancelled : WORDS[received])
}

/** Export of all feedback: one at a time, cancelable, and aborted when the page is left. */
export const useExport = (): Exporting => {
	const [bytes, setBytes] = useState<number | null>(null)
	const [said, setSaid] = useState<Said | null>(null)
	const under = useRef<AbortController | null>(null)
	useBlockReload(bytes !== null)
	useEffect(
		() => () => {
			if (under.current === null) return
			under.current.abort()
			toast(texts.cancelled)
		},
		[],
	)
	const act = async (direction: Direction, { signal }: AbortController): Promise<void> => {
		const name = datedName('feedback_all', Date.now())
		const sink = await chooseSink(name, feedback.export.file.type)
		if (sink === null) return
		setBytes(0)
		setSaid(await fetchInto(sink, name, direction, signal, setBytes))
	}
	return {
		bytes,
		said,
		run(direction) {
			if (under.current) return
			under.current = new AbortController()
			setSaid(null)
			act(direction, under.current)
				.catch((fault) => {
					reportError(fault)
					setSaid(bad(texts.failed))
				})
				.finally(() => {
					under.current = null
					setBytes(null)
				})
		},
		cancel: () => under.current?.abort(),
	}
}

export const matchesTerm =
	(term: string) =>
	({ feedbackText, sessionId, testResult }: FeedbackRecord): boolean =>
		mentions(term, [
			feedbackText,
			sessionId,
			testResult?.candidate1Name ?? null,
			testResult?.candidate2Name ?? null,
		])
