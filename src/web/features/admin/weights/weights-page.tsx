import { useQuery } from '@tanstack/react-query'
import { Pencil, RotateCcw } from 'lucide-react'
import { useState } from 'react'
import { type CategoryConfig, categoryWeights } from '#contract/admin/category-weights.ts'
import { WEIGHT_MAX, weightLevel } from '#domain/policies.ts'
import { oneDecimal } from '#domain/written-forms.ts'
import { call, uuid } from '#web/app/api.ts'
import { common } from '#web/texts/en/admin/common.ts'
import { categoryName, weights as texts } from '#web/texts/en/admin/policies.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { wholeMoment } from '#web/ui/format.ts'
import { toast } from '#web/ui/toast.ts'
import { ConfirmButtons, IconButton, useAction } from '../kit/actions.tsx'
import { DraftBar } from '../kit/drafts.tsx'
import { errorText } from '../kit/errors.ts'
import { EmptyNote, Loaded } from '../kit/list.tsx'
import { AdminPage, HistoryLink } from '../kit/page.tsx'
import { invalidate, unwrap } from '../kit/queries.ts'
import { readConfigs } from './api.ts'
import { WEIGHT, WeightDialog } from './weight-dialog.tsx'

interface ResetWeightsProps {
	readonly onReset: () => void
	readonly onClose: () => void
}

const ResetWeights = ({ onReset, onClose }: ResetWeightsProps) => {
	const action = useAction()
	const [idempotencyKey] = useState(uuid)
	const reset = async (): Promise<string | null> => {
		const reply = await call(categoryWeights.reset, {}, { idempotencyKey })
		if (!reply.ok) return texts.resetFailed(errorText(reply.error, texts.tryAgain))
		onReset()
		return null
	}
	const close = (): void => {
		if (!action.busy) onClose()
	}
	return (
		<Dialog title={texts.resetTitle} onClose={close}>
			<p className="mt-3">{texts.resetWhy}</p>
			<ConfirmButtons
				label={texts.reset}
				busyLabel={texts.resetting}
				look="btn-error"
				state={action}
				onConfirm={() => action.run(reset)}
				onCancel={close}
			/>
		</Dialog>
	)
}

interface CategoryCardProps {
	readonly config: CategoryConfig
	readonly onEdit: () => void
}

const Bar = ({ currentWeight, defaultWeight }: CategoryConfig) => (
	<span aria-hidden="true" className="relative block h-3 rounded-sm bg-base-200">
		<span
			className="absolute inset-y-0 start-0 rounded-sm bg-primary/70 forced-colors:bg-[CanvasText]"
			style={{ width: `${(100 * Math.min(currentWeight, WEIGHT_MAX)) / WEIGHT_MAX}%` }}
		/>
		<span
			className="absolute -inset-y-1 w-0.5 bg-base-content forced-colors:bg-[Highlight]"
			style={{ insetInlineStart: `${(100 * defaultWeight) / WEIGHT_MAX}%` }}
		/>
	</span>
)

const CategoryCard = ({ config, onEdit }: CategoryCardProps) => {
	const { categoryCode: code, currentWeight, defaultWeight, weightSource, lastUpdated } = config
	const name = categoryName(code)
	return (
		<article className="flex h-full flex-col rounded-box border border-base-300 bg-surface shadow-paper">
			<div className="grid flex-1 content-start gap-3 p-4 sm:p-5">
				<div className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
					<h2 className="flex-1 text-lg leading-snug font-semibold wrap-break-word">{name}</h2>
					<span className="badge badge-outline">{texts.levels[weightLevel(currentWeight)]}</span>
				</div>
				<p className="flex flex-wrap items-baseline gap-x-3">
					<strong className="text-2xl font-semibold tabular-nums">
						{oneDecimal(currentWeight)}
					</strong>
					<span className="text-sm text-muted">{texts.first(oneDecimal(defaultWeight))}</span>
				</p>
				<Bar {...config} />
				<div className="text-sm text-muted">
					{weightSource && <p className="wrap-anywhere">{texts.reason(weightSource)}</p>}
					{lastUpdated && <p>{texts.updated(wholeMoment(lastUpdated))}</p>}
				</div>
			</div>
			<div className="flex flex-wrap gap-1 border-t border-base-300 p-2">
				<IconButton label={common.edit} name={name} icon={Pencil} onPress={onEdit} />
				<HistoryLink id={code} name={name} />
			</div>
		</article>
	)
}

export const WeightsPage = () => {
	const [editing, setEditing] = useState<string | null>(null)
	const [resetting, setResetting] = useState(false)
	const query = useQuery({
		queryKey: ['category-weights'],
		queryFn: ({ signal }) => unwrap(readConfigs(signal)),
	})
	const { data } = query
	const edited = data?.find(({ categoryCode }) => categoryCode === editing)
	return (
		<AdminPage
			title={common.pages.weights}
			about={texts.about}
			actions={
				data !== undefined &&
				data.length > 0 && (
					<button type="button" className="btn" onClick={() => setResetting(true)}>
						<RotateCcw aria-hidden="true" className="size-5" />
						<span>{texts.reset}</span>
					</button>
				)
			}
		>
			{editing === null && <DraftBar noun={WEIGHT} called={texts.noun} onContinue={setEditing} />}
			<Loaded query={query} failed={texts.failed} skeletons={6}>
				{(configs) =>
					configs.length === 0 ? (
						<EmptyNote>{texts.empty}</EmptyNote>
					) : (
						<ul className="grid gap-4 md:grid-cols-2 xl:grid-cols-3">
							{configs.map((config) => (
								<li key={config.categoryCode}>
									<CategoryCard config={config} onEdit={() => setEditing(config.categoryCode)} />
								</li>
							))}
						</ul>
					)
				}
			</Loaded>
			{edited && (
				<WeightDialog
					config={edited}
					onClose={() => setEditing(null)}
					onSaved={() => {
						toast(texts.saved(categoryName(edited.categoryCode)), 'good')
						setEditing(null)
						invalidate('category-weights')
					}}
				/>
			)}
			{resetting && (
				<ResetWeights
					onClose={() => setResetting(false)}
					onReset={() => {
						toast(texts.resetDone, 'good')
						setResetting(false)
						invalidate('category-weights')
					}}
				/>
			)}
		</AdminPage>
	)
}
