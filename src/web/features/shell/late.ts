// One part of the app, so that signing out is on the device as soon as what is unsent is counted.
export { InstallItem } from '#web/ui/install-button.tsx'
export { SignOut } from './sign-out.tsx'
export { Notices } from './storage-notices.tsx'
export { SyncStatus } from './sync-status.tsx'
