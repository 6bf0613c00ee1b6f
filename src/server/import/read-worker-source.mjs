// Runs the thread from its TypeScript source: a thread does not inherit the loader of its parent.
import { register } from 'tsx/esm/api'

register()
await import('./read-worker.ts')
