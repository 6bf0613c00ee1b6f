import { useQueries } from '@tanstack/react-query'
import type { ManagedElection } from '#contract/admin/elections.ts'
import { dayText } from '#web/ui/format.ts'
import { Picker, type PickerProps } from '../kit/combobox.tsx'
import { queryClient, unwrap } from '../kit/queries.ts'
import { findElections, readElection } from './api.ts'

type ElectionPickerProps = Omit<
	PickerProps<ManagedElection>,
	'find' | 'keyOf' | 'textOf' | 'detailOf'
>

/** Combobox for elections; the date distinguishes elections of the same name. */
export const ElectionPicker = (props: ElectionPickerProps) => (
	<Picker
		{...props}
		find={findElections}
		keyOf={({ id }) => id}
		textOf={({ name }) => name}
		detailOf={({ electionDate }) => dayText(electionDate)}
	/>
)

const NAMES = ['elections', 'name']
// Read once: an invalidation of the elections reads them again.
queryClient.setQueryDefaults(NAMES, {
	staleTime: Number.POSITIVE_INFINITY,
	gcTime: Number.POSITIVE_INFINITY,
})

export const rememberElection = ({
	id,
	name,
}: {
	readonly id: string
	readonly name: string
}): void => {
	queryClient.setQueryData([...NAMES, id], name)
}

const readName = async (id: string): Promise<string> => (await unwrap(readElection(id))).name

/** Names of elections, each read once and shared by all components. Returns null until loaded. */
export const useElectionNames = (ids: readonly string[]): ((id: string) => string | null) => {
	const wanted = [...new Set(ids)]
	const names = useQueries({
		queries: wanted.map((id) => ({ queryKey: [...NAMES, id], queryFn: () => readName(id) })),
	})
	return (id) => names[wanted.indexOf(id)]?.data ?? null
}
