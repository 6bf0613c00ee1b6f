import type { ManagedElection } from '#contract/manage-elections.ts'
import { dayText } from '#web/ui/dates.ts'
import { Picker, type PickerProps } from '../forms/picker.tsx'
import { findElections } from './read.ts'

type ElectionPickerProps = Omit<
	PickerProps<ManagedElection>,
	'find' | 'keyOf' | 'textOf' | 'detailOf'
>

/** A field that finds an election by its name: elections of one name are told apart by their day. */
export const ElectionPicker = (props: ElectionPickerProps) => (
	<Picker
		{...props}
		find={findElections}
		keyOf={({ id }) => id}
		textOf={({ name }) => name}
		detailOf={({ electionDate }) => dayText(electionDate)}
	/>
)
