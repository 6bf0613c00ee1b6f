import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import * as v from 'valibot'
import {
	type CategoryConfig,
	categoryWeights,
	type Effect,
	WEIGHT_AND_REASON,
	WeightFields,
} from '#contract/admin/category-weights.ts'
import {
	isOfTenths,
	PREVIEW_MIN_VOTERS,
	WEIGHT_MAX,
	WEIGHT_MIN,
	WEIGHT_SAME,
	WEIGHT_STEP,
} from '#domain/policies.ts'
import { oneDecimal } from '#domain/written-forms.ts'
import { call } from '#web/app/api.ts'
import { useCapability } from '#web/app/capabilities.ts'
import { common } from '#web/texts/en/admin/common.ts'
import { categoryName, weights as texts } from '#web/texts/en/admin/policies.ts'
import { numberText, pointsText, shareText } from '#web/ui/format.ts'
import { useDebounced, useEvent } from '#web/ui/hooks.ts'
import { draftKey } from '../kit/drafts.tsx'
import { errorText } from '../kit/errors.ts'
import { TextArea, TextInput } from '../kit/fields.tsx'
import { failureOf, unwrap } from '../kit/queries.ts'
import { RecordDialog } from '../kit/record-form.tsx'
import { useRecordForm, type Version } from '../kit/use-record-form.ts'
import { readConfig } from './api.ts'

export const differs = (typed: string, current: number): boolean =>
	typed.trim() !== '' && Math.abs(Number(typed) - current) > WEIGHT_SAME

export const isOfStep = (typed: string): boolean => isOfTenths(Number(typed))

const DELAY_MS = 400

const Figures = ({ effect }: { readonly effect: Effect }) => {
	const { attempts, otherFirst, otherOrder, meanChange, largestChange } = effect
	const ofAll = (count: number): string =>
		texts.preview.ofAll(numberText(count), shareText(count / attempts))
	const figures = [
		[texts.preview.otherFirst, ofAll(otherFirst)],
		[texts.preview.otherOrder, ofAll(otherOrder)],
		[texts.preview.meanChange, texts.preview.points(pointsText(meanChange / 100))],
		[texts.preview.largestChange, texts.preview.points(pointsText(largestChange / 100))],
	] as const
	return (
		<>
			<p className="text-sm text-muted">{texts.preview.of(attempts)}</p>
			<dl className="mt-2 grid grid-cols-[1fr_auto] gap-x-4 gap-y-1 text-sm">
				{figures.map(([name, figure]) => (
					<div key={name} className="col-span-2 grid grid-cols-subgrid">
						<dt>{name}</dt>
						<dd className="text-end font-semibold tabular-nums">{figure}</dd>
					</div>
				))}
			</dl>
		</>
	)
}

interface EffectProps {
	readonly code: string
	readonly weight: number
}

const EffectOf = ({ code, weight }: EffectProps) => {
	const query = useQuery({
		queryKey: ['category-weights', 'preview', code, weight],
		queryFn: ({ signal }) =>
			unwrap(call(categoryWeights.preview, { params: { code }, body: { weight } }, { signal })),
	})
	const { data, refetch } = query
	const failure = failureOf(query)
	if (failure) {
		return (
			<div className="flex flex-wrap items-center gap-x-3">
				<p className="min-w-0 flex-1 basis-48 text-error">
					{`${texts.preview.failed} ${errorText(failure, '')}`}
				</p>
				<button type="button" className="btn" onClick={() => void refetch()}>
					{common.retry}
				</button>
			</div>
		)
	}
	if (data === undefined) return <p className="text-muted">{texts.preview.looking}</p>
	if (data.effect === null) {
		return <p className="text-sm text-muted">{texts.preview.tooFew(PREVIEW_MIN_VOTERS)}</p>
	}
	return <Figures effect={data.effect} />
}

const isWeight = (typed: string): boolean =>
	isOfStep(typed) && v.safeParse(WeightFields.entries.weight, Number(typed)).success

interface WeightPreviewProps {
	readonly code: string
	readonly typed: string
	readonly current: number
}

const WeightPreview = ({ code, typed, current }: WeightPreviewProps) => {
	const settled = useDebounced(typed, DELAY_MS)
	const ready = differs(settled, current) && isWeight(settled)
	return (
		<section className="min-h-44 rounded-field bg-base-200 px-4 py-3">
			<h3 className="mb-1 font-semibold">{texts.preview.title}</h3>
			<div role="status">
				{ready ? (
					<EffectOf code={code} weight={Number(settled)} />
				) : (
					<p className="text-sm text-muted">{texts.preview.before}</p>
				)}
			</div>
		</section>
	)
}

export const WEIGHT = 'weight'

const RANGE = { min: WEIGHT_MIN, max: WEIGHT_MAX, step: WEIGHT_STEP }

interface WeightValues {
	readonly weight: string
	readonly reason: string
}

const schemaOf = (current: () => number) =>
	v.object({
		weight: v.pipe(
			v.string(),
			v.check((typed) => differs(typed, current()), WEIGHT_AND_REASON),
			v.check(isOfStep, texts.weightStep),
			v.transform(Number),
			WeightFields.entries.weight,
		),
		reason: WeightFields.entries.reason,
	})

const versionOf = ({ currentWeight, etag }: CategoryConfig): Version<WeightValues> => ({
	etag,
	values: { weight: oneDecimal(currentWeight), reason: '' },
})

interface WeightDialogProps {
	readonly config: CategoryConfig
	readonly onSaved: (saved: CategoryConfig) => void
	readonly onClose: () => void
}

export const WeightDialog = ({ config, onSaved, onClose }: WeightDialogProps) => {
	const { categoryCode: code } = config
	const name = categoryName(code)
	// The last value read: a conflict may have updated it.
	const [current, setCurrent] = useState(config.currentWeight)
	const form = useRecordForm({
		draft: draftKey(WEIGHT, code),
		record: code,
		nameOf: () => name,
		initial: versionOf(config),
		schema: schemaOf(useEvent(() => current)),
		failed: texts.tryAgain,
		failedWith: texts.updateFailed,
		onSaved,
		send: (body, options) => call(categoryWeights.setWeight, { params: { code }, body }, options),
		reread: async () => {
			const now = await readConfig(code)
			if (!now.ok) return now
			setCurrent(now.value.currentWeight)
			return { ok: true, value: versionOf(now.value) }
		},
	})
	const offered = useCapability('weight-preview')
	const { bind, values } = form
	return (
		<RecordDialog
			title={texts.editTitle(name)}
			form={form}
			describe={({ weight, reason }) => [
				{ label: texts.fields.weight, text: weight },
				{ label: texts.fields.reason, text: reason },
			]}
			ready={differs(values.weight, current)}
			onClose={onClose}
		>
			<TextInput
				label={texts.fields.weight}
				hint={texts.weightHint}
				range={RANGE}
				bound={bind('weight')}
			/>
			{offered && <WeightPreview code={code} typed={values.weight} current={current} />}
			<TextArea label={texts.fields.reason} hint={texts.reasonHint} bound={bind('reason')} />
		</RecordDialog>
	)
}
