import { useState } from 'react'
import * as v from 'valibot'
import {
	type CategoryConfig,
	categoryWeights,
	WEIGHT_AND_REASON,
	WeightFields,
} from '#contract/category-weights.ts'
import { WEIGHT_MAX, WEIGHT_MIN, WEIGHT_STEP } from '#domain/policies.ts'
import { oneDecimal } from '#domain/written-forms.ts'
import { call } from '#web/app/client.ts'
import { categoryName } from '#web/texts/admin/categories.ts'
import { weights as texts } from '#web/texts/admin/weights.ts'
import { draftKey } from '../forms/drafts.ts'
import { TextArea, TextInput } from '../forms/fields.tsx'
import { RecordDialog } from '../forms/record-dialog.tsx'
import { useRecordForm, type Version } from '../forms/use-record-form.ts'
import { readConfig } from './read.ts'
import { differs, isOfStep } from './typed-weight.ts'
import { WeightPreview } from './weight-preview.tsx'

/** What the drafts of weights are called. */
export const WEIGHT = 'weight'

const RANGE = { min: WEIGHT_MIN, max: WEIGHT_MAX, step: WEIGHT_STEP }

interface WeightValues {
	readonly weight: string
	readonly reason: string
}

/** What is typed, held to what the category counts now. */
const schemaOf = (current: number) =>
	v.object({
		weight: v.pipe(
			v.string(),
			v.check((typed) => differs(typed, current), WEIGHT_AND_REASON),
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

/** The form of a category's weight; a change needs its reason. */
export const WeightDialog = ({ config, onSaved, onClose }: WeightDialogProps) => {
	const { categoryCode: code } = config
	const name = categoryName(code)
	// As it was read last: somebody else may have changed it since the dialog was opened.
	const [current, setCurrent] = useState(config.currentWeight)
	const form = useRecordForm({
		draft: draftKey(WEIGHT, code),
		record: code,
		nameOf: () => name,
		initial: versionOf(config),
		schema: schemaOf(current),
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
			<WeightPreview code={code} typed={values.weight} current={current} />
			<TextArea label={texts.fields.reason} hint={texts.reasonHint} bound={bind('reason')} />
		</RecordDialog>
	)
}
