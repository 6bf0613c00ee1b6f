// The thread that reads files, run from its sources: a thread does not inherit what runs TypeScript in its starter.
import { register } from 'tsx/esm/api'

register()
await import('./read-worker.ts')
