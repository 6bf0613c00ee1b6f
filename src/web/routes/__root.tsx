import { createRootRoute } from '@tanstack/react-router'
import { AppFrame } from '#web/features/shell/app-frame.tsx'

export const Route = createRootRoute({ component: AppFrame })
