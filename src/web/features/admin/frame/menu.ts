import {
	ArrowLeftRight,
	ChartColumn,
	FileInput,
	Gauge,
	GraduationCap,
	History,
	Landmark,
	ListChecks,
	type LucideIcon,
	MessageSquareText,
	Scale,
	UserRound,
	Users,
} from 'lucide-react'
import { common } from '#web/texts/admin/common.ts'

/** A page in the menu. */
export interface MenuLine {
	readonly to: string
	readonly label: string
	readonly icon: LucideIcon
}

/** The pages of the back-office, in the order of the menu. */
export const MENU = [
	{ to: '/admin', label: common.pages.dashboard, icon: Gauge },
	{ to: '/admin/elections', label: common.pages.elections, icon: Landmark },
	{ to: '/admin/candidates', label: common.pages.candidates, icon: UserRound },
	{ to: '/admin/extract-policies', label: common.pages.extraction, icon: FileInput },
	{ to: '/admin/compare-quizzes', label: common.pages.quizzes, icon: ListChecks },
	{ to: '/admin/categories', label: common.pages.weights, icon: Scale },
	{ to: '/admin/policy-stats', label: common.pages.statistics, icon: ChartColumn },
	{ to: '/admin/users', label: common.pages.users, icon: Users },
	{ to: '/admin/test-management', label: common.pages.testManagement, icon: GraduationCap },
	{ to: '/admin/test-feedback', label: common.pages.testFeedback, icon: MessageSquareText },
	{ to: '/admin/history', label: common.pages.history, icon: History },
	{ to: '/admin/exchange', label: common.pages.exchange, icon: ArrowLeftRight },
] as const satisfies readonly MenuLine[]

/** The pages of those who only look. */
export const MODERATOR_MENU = [
	{ to: '/moderator', label: common.pages.dashboard, icon: Gauge },
] as const satisfies readonly MenuLine[]
