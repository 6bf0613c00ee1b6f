import { useState } from 'react'
import type { ManagedQuiz } from '#contract/manage-quizzes.ts'
import { common } from '#web/texts/admin/common.ts'
import { quizzes as texts } from '#web/texts/admin/quizzes.ts'
import { toast } from '#web/ui/toasts-show.ts'
import { ElectionPicker } from '../elections/election-picker.tsx'
import { readElection } from '../elections/read.ts'
import { faultText } from '../faults.ts'
import { DraftBar } from '../forms/draft-bar.tsx'
import { AdminPage } from '../frame/admin-page.tsx'
import { NewButton } from '../frame/new-button.tsx'
import { ListFrame } from '../lists/list-frame.tsx'
import { SearchField } from '../lists/search-field.tsx'
import { type Pages, usePages } from '../lists/use-pages.ts'
import { useRead } from '../lists/use-read.ts'
import { ActivateQuiz } from './activate-quiz.tsx'
import { FairnessDialog } from './fairness-dialog.tsx'
import { QuizCard } from './quiz-card.tsx'
import { QuizDialog } from './quiz-dialog.tsx'
import { QUIZ } from './quiz-form.tsx'
import { type NamedElection, quizVersion } from './quiz-values.ts'
import { readQuiz, readQuizzes } from './read.ts'
import { RemoveQuiz } from './remove-quiz.tsx'

interface FilterBarProps {
	readonly search: string
	readonly election: NamedElection | null
	readonly onSearch: (search: string) => void
	/** Hears which election's quizzes are wanted; null for those of all. */
	readonly onElection: (electionId: string | null) => void
}

const FilterBar = ({ search, election, onSearch, onElection }: FilterBarProps) => (
	<search className="mb-5 grid items-end gap-3 sm:grid-cols-2">
		<ElectionPicker
			label={texts.filter}
			failed={texts.electionsFailed}
			chosen={election?.name ?? ''}
			placeholder={texts.filterHint}
			onPick={({ id }) => onElection(id)}
			onClear={() => onElection(null)}
		/>
		<SearchField label={texts.search} term={search} onSearch={onSearch} />
	</search>
)

type Open =
	| { readonly kind: 'new' }
	| { readonly kind: 'edit' | 'preview' | 'activate' | 'remove'; readonly quiz: ManagedQuiz }

interface OpenDialogProps {
	readonly open: Open
	readonly election: NamedElection | null
	readonly pages: Pages<ManagedQuiz>
	readonly onClose: () => void
}

/** Puts a quiz as it is now in the place of what the list has of it. */
const withQuiz =
	(now: ManagedQuiz) =>
	(rows: readonly ManagedQuiz[]): readonly ManagedQuiz[] =>
		rows.map((row) =>
			row.id === now.id
				? { ...row, ...now, electionName: now.electionName ?? row.electionName }
				: row,
		)

const OpenDialog = ({ open, election, pages, onClose }: OpenDialogProps) => {
	if (open.kind === 'new' || open.kind === 'edit') {
		const quiz = open.kind === 'edit' ? open.quiz : null
		return (
			<QuizDialog
				quiz={quiz}
				election={election}
				onClose={onClose}
				onSaved={({ name }) => {
					toast((quiz ? texts.saved : texts.created)(name), 'good')
					// It may belong to another election now.
					pages.reload()
					onClose()
				}}
			/>
		)
	}
	const { kind, quiz } = open
	if (kind === 'preview') {
		return <FairnessDialog quiz={quizVersion(quiz).values} onClose={onClose} />
	}
	if (kind === 'activate') {
		const changed = (now: ManagedQuiz): void => pages.patch(withQuiz(now))
		return <ActivateQuiz quiz={quiz} onChanged={changed} onClose={onClose} />
	}
	return (
		<RemoveQuiz
			quiz={quiz}
			onRemoved={() => pages.patch((rows) => rows.filter(({ id }) => id !== quiz.id))}
			onRestored={pages.reload}
			onClose={onClose}
		/>
	)
}

/** The election that is filtered by, by its name; null where that is none, or not known yet. */
const useElection = (electionId: string | undefined): NamedElection | null => {
	const { value } = useRead<NamedElection | null>(electionId ?? '', async () =>
		electionId === undefined ? { ok: true, value: null } : readElection(electionId),
	)
	if (electionId === undefined) return null
	return { id: electionId, name: value?.name ?? '' }
}

interface QuizzesPageProps extends Pick<FilterBarProps, 'search' | 'onSearch' | 'onElection'> {
	/** The election whose quizzes are shown; undefined for those of all. */
	readonly electionId: string | undefined
}

/** The compare quizzes, to search, make, change, switch on and off and delete. */
export const QuizzesPage = ({ search, electionId, onSearch, onElection }: QuizzesPageProps) => {
	const [open, setOpen] = useState<Open | null>(null)
	const election = useElection(electionId)
	const pages = usePages(`${electionId ?? ''}/${search}`, (after, signal) =>
		readQuizzes({ search, electionId }, after, signal),
	)
	const goOn = async (id: string | null): Promise<void> => {
		if (id === null) return setOpen({ kind: 'new' })
		const read = await readQuiz(id)
		if (read.ok) setOpen({ kind: 'edit', quiz: read.value })
		else toast(faultText(read.error, texts.failed))
	}
	// As the list has it now: it may have changed since it was opened.
	const current = (quiz: ManagedQuiz): ManagedQuiz =>
		pages.rows.find(({ id }) => id === quiz.id) ?? quiz
	return (
		<AdminPage
			title={common.pages.quizzes}
			about={texts.about}
			actions={<NewButton label={texts.create} onNew={() => setOpen({ kind: 'new' })} />}
		>
			{open === null && (
				<DraftBar
					noun={QUIZ}
					called={texts.noun}
					onContinue={(id) => void goOn(id).catch(reportError)}
				/>
			)}
			<FilterBar search={search} election={election} onSearch={onSearch} onElection={onElection} />
			<ListFrame pages={pages} empty={texts.empty} failed={texts.failed}>
				{(rows) => (
					<ul className="grid gap-4 lg:grid-cols-2">
						{rows.map((quiz) => (
							<li key={quiz.id}>
								<QuizCard
									quiz={quiz}
									onChanged={(now) => pages.patch(withQuiz(now))}
									onActivate={() => setOpen({ kind: 'activate', quiz })}
									onPreview={() => setOpen({ kind: 'preview', quiz })}
									onEdit={() => setOpen({ kind: 'edit', quiz })}
									onRemove={() => setOpen({ kind: 'remove', quiz })}
								/>
							</li>
						))}
					</ul>
				)}
			</ListFrame>
			{open && (
				<OpenDialog
					open={open.kind === 'activate' ? { ...open, quiz: current(open.quiz) } : open}
					election={election}
					pages={pages}
					onClose={() => setOpen(null)}
				/>
			)}
		</AdminPage>
	)
}
