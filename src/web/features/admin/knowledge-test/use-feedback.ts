import { useEffect, useState } from 'react'
import { type FeedbackRecord, feedback } from '#contract/feedback.ts'
import type { Failure } from '#http/failure.ts'
import { call } from '#web/app/client.ts'
import { useRead } from '../lists/use-read.ts'
import type { Place } from './place.ts'

interface FeedbackPage {
	readonly content: readonly FeedbackRecord[]
	readonly totalElements: number
	readonly totalPages: number
}

export interface Feedback {
	/** Null until a page has come; the last one stays while its next is on its way. */
	readonly shown: FeedbackPage | null
	readonly loading: boolean
	readonly failure: Failure | null
	reload(): void
}

export interface PlaceProps {
	readonly place: Place
	/** @param replace whether the place before is no place to come back to. */
	readonly onPlace: (place: Place, replace?: boolean) => void
}

/** The last value that there was. */
const useLast = <Value>(value: Value | null): Value | null => {
	const [last, setLast] = useState(value)
	if (value !== null && value !== last) setLast(value)
	return value ?? last
}

/** Reads a page of the feedback on the knowledge test. From beyond the last page it leads to that. */
export const useFeedback = ({ place, onPlace }: PlaceProps): Feedback => {
	const { page, size, direction } = place
	const { value, failure, loading, reload } = useRead(`${page}/${size}/${direction}`, (signal) => {
		const query = {
			page: String(page),
			size: String(size),
			sortBy: 'submittedAt',
			sortDirection: direction,
		} as const
		return call(feedback.page, { query }, { signal })
	})
	const shown = useLast(value)
	const last = value === null ? page : Math.max(0, value.totalPages - 1)
	useEffect(() => {
		if (page > last) onPlace({ page: last, size, direction }, true)
	}, [page, last, size, direction, onPlace])
	return { shown, loading, failure, reload }
}
