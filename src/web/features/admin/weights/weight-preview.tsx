import { useEffect, useState } from 'react'
import * as v from 'valibot'
import { categoryWeights, type Effect, WeightFields } from '#contract/category-weights.ts'
import { PREVIEW_MIN_VOTERS } from '#domain/policies.ts'
import { call } from '#web/app/client.ts'
import { common } from '#web/texts/admin/common.ts'
import { weights as texts } from '#web/texts/admin/weights.ts'
import { numberText } from '#web/ui/numbers.ts'
import { faultText } from '../faults.ts'
import { useRead } from '../lists/use-read.ts'
import { pointsText, shareText } from '../percent.ts'
import { differs, isOfStep } from './typed-weight.ts'

/** How long nothing has to be typed before it is looked what it does, in ms. */
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
	const { value, failure, reload } = useRead(`${code}/${weight}`, (signal) =>
		call(categoryWeights.preview, { params: { code }, body: { weight } }, { signal }),
	)
	if (failure) {
		return (
			<div className="flex flex-wrap items-center gap-x-3">
				<p className="min-w-0 flex-1 basis-48 text-error">
					{`${texts.preview.failed} ${faultText(failure, '')}`}
				</p>
				<button type="button" className="btn" onClick={reload}>
					{common.retry}
				</button>
			</div>
		)
	}
	if (value === null) return <p className="text-muted">{texts.preview.looking}</p>
	if (value.effect === null) {
		return <p className="text-sm text-muted">{texts.preview.tooFew(PREVIEW_MIN_VOTERS)}</p>
	}
	return <Figures effect={value.effect} />
}

/** What is typed once nothing has been typed for a moment. */
const useSettled = (typed: string): string => {
	const [settled, setSettled] = useState(typed)
	useEffect(() => {
		const timer = setTimeout(() => setSettled(typed), DELAY_MS)
		return () => clearTimeout(timer)
	}, [typed])
	return settled
}

const isWeight = (typed: string): boolean =>
	isOfStep(typed) && v.safeParse(WeightFields.entries.weight, Number(typed)).success

interface WeightPreviewProps {
	readonly code: string
	readonly typed: string
	readonly current: number
}

/** What the weight that is typed would do to recent results, before it is saved. */
export const WeightPreview = ({ code, typed, current }: WeightPreviewProps) => {
	const settled = useSettled(typed)
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
