import { type ManagedPolicy, managePolicies } from '#contract/manage-policies.ts'
import { call } from '#web/app/client.ts'
import { policies as texts } from '#web/texts/admin/policies.ts'
import { type RemovalHeard, RemoveDialog } from '../forms/remove-dialog.tsx'
import { readPolicy } from './read.ts'

interface RemovePolicyProps extends RemovalHeard {
	readonly policy: ManagedPolicy
}

/** Asks before a policy is deleted. */
export const RemovePolicy = ({ policy, ...heard }: RemovePolicyProps) => {
	const { id, candidateId, text, etag } = policy
	const params = { id }
	return (
		<RemoveDialog
			{...heard}
			title={texts.removeTitle}
			record={{ id, name: text, etag }}
			consequences={async () => ({ ok: true, value: [text] })}
			remove={(options) => call(managePolicies.remove, { params }, options)}
			reread={() => readPolicy(id, candidateId)}
			restore={(options) => call(managePolicies.restore, { params }, options)}
			failed={texts.deleteFailed}
		/>
	)
}
