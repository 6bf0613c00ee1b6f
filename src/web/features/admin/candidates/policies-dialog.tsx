import { candidates } from '#contract/candidates.ts'
import type { ManagedCandidate } from '#contract/manage-candidates.ts'
import { call } from '#web/app/client.ts'
import { candidates as texts } from '#web/texts/admin/candidates.ts'
import { common } from '#web/texts/admin/common.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { Skeletons } from '#web/ui/skeletons.tsx'
import { CloseButton } from '../forms/close-button.tsx'
import { WIDE } from '../forms/record-dialog.tsx'
import { ReadFailed } from '../lists/list-frame.tsx'
import { useRead } from '../lists/use-read.ts'

interface PoliciesDialogProps {
	readonly candidate: ManagedCandidate
	readonly onClose: () => void
}

/** The validated policies of a candidate, as voters are asked about them. */
export const PoliciesDialog = ({ candidate, onClose }: PoliciesDialogProps) => {
	const { id, name, policyCount } = candidate
	const { value, failure, reload } = useRead(id, (signal) =>
		call(candidates.policies, { params: { id } }, { signal }),
	)
	return (
		<Dialog title={texts.policiesTitle(name)} onClose={onClose} className={WIDE}>
			<CloseButton onClose={onClose} />
			<div className="mt-4">
				{failure && <ReadFailed failure={failure} failed={texts.policiesFailed} onRetry={reload} />}
				{value === null && failure === null && <Skeletons label={common.loading} />}
				{value && policyCount !== null && value.length < policyCount && (
					<p className="mb-3 text-muted">{texts.onlyValidated(value.length, policyCount)}</p>
				)}
				{value?.length === 0 && !policyCount && <p className="text-muted">{texts.noPolicies}</p>}
				<ol className="grid gap-2">
					{value?.map((policy) => (
						<li key={policy.id} className="rounded-field border border-base-300 px-4 py-3">
							<p className="wrap-anywhere">{policy.text}</p>
							<p className="mt-1 text-sm text-muted">
								{[
									policy.category,
									policy.importance === null ? null : texts.importance(policy.importance),
								]
									.filter(Boolean)
									.join(' · ')}
							</p>
						</li>
					))}
				</ol>
			</div>
		</Dialog>
	)
}
