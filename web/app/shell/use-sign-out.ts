export { useSignOut } from '../../features/account/use-sign-out.ts'
