import * as v from 'valibot'
import {
	EMPTY_CELL_ETAG,
	managePositions,
	type Position,
	PositionFields,
} from '#contract/admin/positions.ts'
import { POLICY_STATUSES } from '#domain/policies.ts'
import { POSITION_GIVERS } from '#domain/types.ts'
import { call } from '#web/app/api.ts'
import { positions } from '#web/texts/en/admin/positions.ts'
import { toast } from '#web/ui/toast.ts'
import type { Described } from '../kit/conflict.tsx'
import { draftKey } from '../kit/drafts.tsx'
import { SelectInput, TextArea, TextInput } from '../kit/fields.tsx'
import { HistoryLink } from '../kit/page.tsx'
import { RecordDialog } from '../kit/record-form.tsx'
import { useRecordForm, type Version } from '../kit/use-record-form.ts'
import { statusName } from '../policies/policy-form-model.ts'
import { rereadGrid, storedCell } from './api.ts'
import { type GridCandidate, type GridStatement, signed, VALUES, valueWords } from './grid-model.ts'
import type { ShownPosition } from './use-cells.ts'

const texts = positions.form

export const valueLabel = (value: number | null): string =>
	value === null ? positions.unknown : `${signed(value)}: ${valueWords(value)}`

const giverName = (giver: string): string =>
	texts.givers[giver as keyof typeof texts.givers] ?? giver

export const describeCell = (cell: ShownPosition | null): readonly Described[] => [
	{ label: texts.fields.value, text: valueLabel(cell?.value ?? null) },
	{ label: texts.fields.quote, text: cell?.quote ?? '' },
	{ label: texts.fields.source, text: cell?.source ?? '' },
	{ label: texts.fields.url, text: cell?.url ?? '' },
	{ label: texts.fields.note, text: cell?.note ?? '' },
	{ label: texts.fields.givenBy, text: cell ? giverName(cell.givenBy) : '' },
	{ label: texts.fields.status, text: cell ? statusName(cell.status) : '' },
]

type PositionValues = Readonly<Record<keyof typeof texts.fields, string>>

const { entries } = PositionFields

const TypedPosition = v.object({
	...entries,
	value: v.pipe(
		v.string(),
		v.transform((typed) => (typed === '' ? Number.NaN : Number(typed))),
		entries.value,
	),
})

const versionOf = (
	cell: ShownPosition | null,
	etag: string | undefined,
): Version<PositionValues> => ({
	etag: etag ?? EMPTY_CELL_ETAG,
	values: {
		value: cell === null ? '' : String(cell.value),
		quote: cell?.quote ?? '',
		source: cell?.source ?? '',
		url: cell?.url ?? '',
		note: cell?.note ?? '',
		givenBy: cell?.givenBy ?? 'editor',
		status: cell?.status ?? 'VALIDATED',
	},
})

const describeValues = ({ value, givenBy, status, ...rest }: PositionValues) =>
	(Object.keys(texts.fields) as (keyof typeof texts.fields)[]).map((name) => ({
		label: texts.fields[name],
		text: {
			...rest,
			value: value === '' ? '' : valueLabel(Number(value)),
			givenBy: giverName(givenBy),
			status: statusName(status),
		}[name],
	}))

const CHOICES = [
	{ value: '', label: texts.noValue },
	...VALUES.map((value) => ({ value: String(value), label: valueLabel(value) })),
]
const GIVERS = POSITION_GIVERS.map((value) => ({ value: String(value), label: giverName(value) }))
const STATUSES = POLICY_STATUSES.map((value) => ({
	value: String(value),
	label: statusName(value),
}))

export const draftNoun = (electionId: string): string => `position-${electionId}`

interface PositionDialogProps {
	readonly electionId: string
	readonly statement: GridStatement
	readonly candidate: GridCandidate
	readonly cell: ShownPosition | null
	readonly onSaved: (position: Position) => void
	readonly onClose: () => void
}

export const PositionDialog = (props: PositionDialogProps) => {
	const { electionId, statement, candidate, cell, onSaved, onClose } = props
	const stored = storedCell(electionId, statement.id, candidate.id)
	const params = { electionId, policyId: statement.id, candidateId: candidate.id }
	const form = useRecordForm({
		draft: draftKey(draftNoun(electionId), `${statement.id} ${candidate.id}`),
		record: stored?.id,
		nameOf: () => `${candidate.name}: ${statement.text}`,
		initial: versionOf(cell, stored?.etag),
		schema: TypedPosition,
		failed: texts.failed,
		onSaved(position: Position) {
			toast(texts.saved, 'good')
			onSaved(position)
		},
		send: (body, options) => call(managePositions.set, { params, body }, options),
		reread: async () => {
			const read = await rereadGrid(electionId)
			if (!read.ok) return read
			const now = storedCell(electionId, statement.id, candidate.id)
			return { ok: true, value: versionOf(now, now?.etag) }
		},
	})
	const { bind } = form
	return (
		<RecordDialog
			title={texts.title(candidate.name)}
			form={form}
			describe={describeValues}
			onClose={onClose}
		>
			<p className="rounded-field bg-base-200 px-4 py-3 wrap-anywhere">{statement.text}</p>
			<SelectInput label={texts.fields.value} options={CHOICES} bound={bind('value')} />
			<TextArea label={texts.fields.quote} hint={texts.quoteHint} bound={bind('quote')} />
			<div className="grid gap-4 sm:grid-cols-2">
				<TextInput label={texts.fields.source} hint={texts.sourceHint} bound={bind('source')} />
				<TextInput label={texts.fields.url} type="url" bound={bind('url')} />
				<SelectInput label={texts.fields.givenBy} options={GIVERS} bound={bind('givenBy')} />
				<SelectInput label={texts.fields.status} options={STATUSES} bound={bind('status')} />
			</div>
			<TextInput label={texts.fields.note} hint={texts.noteHint} optional bound={bind('note')} />
			{stored && <HistoryLink id={stored.id} name={candidate.name} />}
		</RecordDialog>
	)
}
