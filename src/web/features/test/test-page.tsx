import { useSearch } from '@tanstack/react-router'
import { TestScreen } from './test-screen.tsx'

/** The page of /test, with what its address says. */
export const TestPage = () => <TestScreen {...useSearch({ from: '/test' })} />
