import { useEffect, useRef, useState } from 'react'
import type { Demographics as Told } from '#contract/knowledge-test.ts'
import { TEST_AGES, TEST_GENDERS } from '#domain/limits.ts'
import { testEnds } from '#web/app/knowledge-test-end.ts'
import { keeping } from '#web/app/storage.ts'
import { testEnd } from '#web/texts/en/test-end.ts'
import { useDraft } from '#web/ui/draft.ts'
import { RadioGroup } from '#web/ui/form-fields.tsx'
import { useReadingTime } from '#web/ui/reading-time.ts'
import { toast } from '#web/ui/toast.ts'
import { AboutLink } from './about-link.tsx'

const useFinish = (sessionId: string) => {
	const [busy, setBusy] = useState(false)
	const finish = async (told: Told): Promise<void> => {
		if (busy) return
		setBusy(true)
		try {
			if (!(await testEnds.finish(sessionId, told)).ok) toast(testEnd.completeFailed)
		} catch (fault) {
			reportError(fault)
			toast(testEnd.completeFailed)
		} finally {
			setBusy(false)
		}
	}
	return { busy, finish: (told: Told) => void finish(told) }
}

export const SeeResults = ({ onPress }: { readonly onPress: () => void }) => (
	<div className="flex flex-wrap items-center gap-3 rounded-field bg-base-200 py-1 ps-4 pe-1">
		<p className="flex-1 text-sm">{keeping.keeps() ? testEnd.saved : testEnd.firstTen}</p>
		<button type="button" className="btn btn-primary" onClick={onPress}>
			{testEnd.results}
		</button>
	</div>
)

interface ButtonsProps {
	readonly busy: boolean
	readonly onSkip: () => void
	readonly onBack: (() => void) | null
}

const Buttons = ({ busy, onSkip, onBack }: ButtonsProps) => (
	<div className="mt-7 grid gap-3">
		<button type="submit" className="btn btn-primary text-base" disabled={busy}>
			{testEnd.seeResults}
		</button>
		<button type="button" className="btn btn-outline text-base" disabled={busy} onClick={onSkip}>
			{testEnd.skip}
		</button>
		{onBack && (
			<button type="button" className="btn btn-ghost text-base" onClick={onBack}>
				{testEnd.backToPolicies}
			</button>
		)}
	</div>
)

interface DemographicsProps {
	readonly sessionId: string
	readonly onBack: (() => void) | null
}

export const Demographics = ({ sessionId, onBack }: DemographicsProps) => {
	const [ageDraft, setAge] = useDraft(`age.${sessionId}`)
	const [genderDraft, setGender] = useDraft(`gender.${sessionId}`)
	const age = TEST_AGES.find((value) => value === ageDraft) ?? null
	const gender = TEST_GENDERS.find((value) => value === genderDraft) ?? null
	const { busy, finish } = useFinish(sessionId)
	// Ignore a second tap meant for the last candidate.
	const { readable } = useReadingTime('demographics')
	const heading = useRef<HTMLHeadingElement>(null)
	useEffect(() => heading.current?.focus(), [])
	return (
		<form
			onSubmit={(event) => {
				event.preventDefault()
				finish({ age, gender })
			}}
		>
			<h1 ref={heading} tabIndex={-1} className="text-3xl font-semibold">
				{testEnd.aboutYou}
			</h1>
			<p className="mt-3 text-muted">{testEnd.aboutYouWhy}</p>
			<div inert={!readable}>
				<RadioGroup
					className="mt-6"
					columns="grid-cols-2"
					legend={testEnd.age}
					options={TEST_AGES.map((value) => ({ value, label: value }))}
					value={age}
					onChange={setAge}
				/>
				<RadioGroup
					className="mt-6"
					columns="grid-cols-2"
					legend={testEnd.gender}
					options={TEST_GENDERS.map((value) => ({ value, label: testEnd.genders[value] }))}
					value={gender}
					onChange={setGender}
				/>
				<Buttons busy={busy} onSkip={() => finish({ age: null, gender: null })} onBack={onBack} />
			</div>
			<AboutLink />
		</form>
	)
}
