import { Link } from '@tanstack/react-router'
import { ChevronRight } from 'lucide-react'
import type { StoredQuiz } from '#local/db.ts'
import { elections } from '#web/texts/elections.ts'
import { candidatesText } from '#web/ui/quiz-types.ts'

/** The quizzes to choose from: name, how it is answered, how many candidates. */
export const QuizList = ({ quizzes }: { readonly quizzes: readonly StoredQuiz[] }) => (
	<ul className="grid gap-4 md:grid-cols-2">
		{quizzes.map(({ id, name, quizType, candidateIds }) => (
			<li key={id}>
				<Link
					to="/quiz/$compareQuizId"
					params={{ compareQuizId: id }}
					className="flex h-full items-center gap-4 rounded-box border border-base-300 bg-surface p-5 shadow-paper transition-colors hover:border-primary"
				>
					<span className="min-w-0 flex-1">
						<span className="block font-serif text-xl leading-snug font-semibold">{name}</span>
						<span className="mt-1 block text-muted">{elections.how[quizType]}</span>
						<span className="badge badge-outline mt-3">{candidatesText(candidateIds.length)}</span>
					</span>
					<ChevronRight
						aria-hidden="true"
						className="size-5 shrink-0 text-muted rtl:-scale-x-100"
					/>
				</Link>
			</li>
		))}
	</ul>
)
