// One part of the app, so that signing out is on the device as soon as what is unsent is counted.
export { InstallItem } from './install-item.tsx'
export { Notices } from './notices.tsx'
export { SignOut } from './sign-out.tsx'
export { SyncStatus } from './sync-status.tsx'
